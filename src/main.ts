// The composition root: the one place that builds the adapters and hands them down. The page is drawn first; what it needs from outside follows.
import './adapters/contentPolicy/boot'
import { mount } from 'svelte'
import { version } from '../package.json'
import { recorded } from './adapters/taskFiles/recorded'
import { sentence } from './state/library.svelte'
import type { Services } from './state/services'
import type { Worlds } from './state/worlds.svelte'
import './styles/tokens.css'
import './styles/base.css'
import App from './ui/App.svelte'
import StartTrouble from './ui/StartTrouble.svelte'

/** Resolves when what has been drawn so far has been painted: nothing competes with it for the network. */
const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Milliseconds after which no notice offers an undo any more that was there before. */
const UNDONE_BY = 30_000

async function compose(): Promise<Services> {
  // A page in the background is never painted.
  if (!document.hidden) await painted()
  const [{ openStore }, { shippedBundles }, { download }, { WithPublished }, { openWorlds }] = await Promise.all([import('./adapters/idbStore/openStore'), import('./adapters/taskFiles/shipped'), import('./adapters/downloads'), import('./adapters/withPublished'), import('./state/worlds.svelte')])
  const [{ store: kept, worlds: shelf, trouble }, { shipped, worldsTrouble }] = await Promise.all([
    openStore(),
    shippedBundles().then((found) => ({ shipped: found, worldsTrouble: null }), (error: unknown) => ({ shipped: [], worldsTrouble: sentence(error) })),
  ])
  const worlds: Worlds = await openWorlds(shelf, shipped, async (bundle) => (await engine()).client.check(bundle))
  const store = new WithPublished(kept, version)

  // The engine is large, and a visit that only reads does not need it.
  async function start() {
    const [{ Prover }, { Player }, { LoadedWorlds }, { Reexecution }, { browserClient }] = await Promise.all([import('./adapters/prover'), import('./adapters/player'), import('./adapters/loadedWorlds'), import('./adapters/reexecution'), import('./adapters/worldWorker/browser')])
    const client = browserClient()
    const loaded = new LoadedWorlds(client, (id) => worlds.find(id))
    return { client, prover: new Prover(client, store, loaded, version), player: new Player(client, loaded), reexecution: new Reexecution(client) }
  }
  let started: ReturnType<typeof start> | undefined
  function engine() {
    started ??= start()
    started.catch(() => (started = undefined))
    return started
  }

  const forgetting = async () => {
    const [{ Forgetting }, { Drafts }] = await Promise.all([import('./adapters/forgetting'), import('./adapters/modelRun/drafts')])
    return new Forgetting(store, new Drafts())
  }
  // What earlier visits removed is forgotten; another tab may still offer to bring back what it has just removed.
  const before = store.removed().catch(() => [])
  setTimeout(() => void forgetting().then(async (one) => one.forget(await before), () => undefined), UNDONE_BY)

  // Made when a report first asks for it, and the same for the whole visit: it remembers what was played.
  let free: Promise<import('./adapters/freeAgents').FreeAgents> | undefined
  const freeAgents = () => (free ??= import('./adapters/freeAgents').then(({ FreeAgents }) => new FreeAgents(store, version, () => worlds.bundles)))

  async function enterLive() {
    const [{ LiveRoom }, { chooseOrigin, reachableOrigin }] = await Promise.all([import('./state/liveRoom.svelte'), import('./adapters/contentPolicy/choose')])
    return new LiveRoom({ app: version, store, get bundles() { return worlds.bundles }, storage: () => sessionStorage, reach: { origin: reachableOrigin(), choose: chooseOrigin } })
  }
  let live: ReturnType<typeof enterLive> | undefined

  return {
    app: version,
    store,
    storeTrouble: trouble,
    worlds,
    get bundles() {
      return worlds.bundles
    },
    worldsTrouble,
    prove: async (world, onBatch, signal) => (await engine()).prover.prove(world, onBatch, signal),
    mutants: async (world) => (await engine()).prover.mutants(world),
    controls: async (world) => (await engine()).prover.controls(world),
    knownFree: async (bundle, controls) => (await freeAgents()).known(bundle, controls),
    proveFree: async (bundle, controls, onProgress, signal) => (await freeAgents()).prove(bundle, controls, await engine(), onProgress, signal),
    askEpisode: async (parts, sql, limit) => (await engine()).client.ask(parts, sql, limit),
    databaseFile: async (bundle, task, changes) => (await engine()).client.file(bundle, task, changes),
    playAgain: async (head, trial) => (await engine()).reexecution.again(head, trial),
    world: async (id) => (await engine()).player.world(id),
    watch: async (world, task, agent, controls) => (await engine()).player.watch(world, task, agent, controls),
    keep: async (trial, bundle, tables, controls) => (await import('./adapters/personRun')).keepPersonTrial(store, version, trial, bundle, tables, controls),
    synthetic: async (world, options, onProgress, signal) => {
      const bundle = worlds.find(world)
      if (!bundle) throw new Error(`There is no world ${world}.`)
      const [{ makeSynthetic }, { client, prover }] = await Promise.all([import('./adapters/synthetic'), engine()])
      return makeSynthetic({ client, prover, store, app: version }, bundle, options, onProgress, signal)
    },
    live: () => {
      live ??= enterLive()
      live.catch(() => (live = undefined))
      return live
    },
    forget: async (ids) => forgetting().then((one) => one.forget(ids), () => undefined),
    erase: async (id) => (await forgetting()).erase(id),
    // The reader of files is large, and few visits need it.
    async exportRun(id) {
      const [{ exportRun }, { ledgerOf }] = await Promise.all([import('./adapters/files'), import('./adapters/modelRun/ledger')])
      return exportRun(store, id, ledgerOf(id)?.spent)
    },
    importRun: async (file) => (await import('./adapters/files')).importRun(store, file, version),
    download,
  }
}

const target = document.querySelector('#app')
if (target) {
  try {
    mount(App, { target, props: { services: compose(), recorded, version } })
  } catch (error) {
    mount(StartTrouble, { target, props: { problem: sentence(error) } })
  }
}
