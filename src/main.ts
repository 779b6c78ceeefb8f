// The composition root: the one place that builds the adapters and hands them down. The page is drawn first; what it needs from outside follows.
import './adapters/contentPolicy/boot'
import { mount } from 'svelte'
import { version } from '../package.json'
import { recorded } from './adapters/taskFiles/recorded'
import { sentence } from './state/library.svelte'
import type { Services } from './state/services'
import './styles/tokens.css'
import './styles/base.css'
import App from './ui/App.svelte'
import StartTrouble from './ui/StartTrouble.svelte'

/** Resolves when what has been drawn so far has been painted: nothing competes with it for the network. */
const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function compose(): Promise<Services> {
  // A page in the background is never painted.
  if (!document.hidden) await painted()
  const [{ openStore }, { shippedBundles }, { download }, { WithPublished }] = await Promise.all([import('./adapters/idbStore/openStore'), import('./adapters/taskFiles/shipped'), import('./adapters/downloads'), import('./adapters/withPublished')])
  const [{ store: kept, trouble }, { bundles, worldsTrouble }] = await Promise.all([
    openStore(),
    shippedBundles().then((found) => ({ bundles: found, worldsTrouble: null }), (error: unknown) => ({ bundles: [], worldsTrouble: sentence(error) })),
  ])

  const store = new WithPublished(kept, version)

  // The engine is large, and a visit that only reads does not need it.
  async function start() {
    const [{ Prover }, { Player }, { browserClient }] = await Promise.all([import('./adapters/prover'), import('./adapters/player'), import('./adapters/worldWorker/browser')])
    const client = browserClient()
    return { client, prover: new Prover(client, store, bundles, version), player: new Player(client, bundles) }
  }
  let started: ReturnType<typeof start> | undefined
  function engine() {
    started ??= start()
    started.catch(() => (started = undefined))
    return started
  }

  return {
    app: version,
    store,
    storeTrouble: trouble,
    bundles,
    worldsTrouble,
    prove: async (world, onBatch, signal) => (await engine()).prover.prove(world, onBatch, signal),
    mutants: async (world) => (await engine()).prover.mutants(world),
    controls: async (world) => (await engine()).prover.controls(world),
    askEpisode: async (parts, sql, limit) => (await engine()).client.ask(parts, sql, limit),
    databaseFile: async (bundle, task, changes) => (await engine()).client.file(bundle, task, changes),
    world: async (id) => (await engine()).player.world(id),
    watch: async (world, task, agent) => (await engine()).player.watch(world, task, agent),
    keep: async (trial, bundle, tables) => (await import('./adapters/personRun')).keepPersonTrial(store, version, trial, bundle, tables),
    synthetic: async (world, options, onProgress, signal) => {
      const bundle = bundles.find((one) => one.world.id === world)
      if (!bundle) throw new Error(`There is no world ${world}.`)
      const [{ makeSynthetic }, { client, prover }] = await Promise.all([import('./adapters/synthetic'), engine()])
      return makeSynthetic({ client, prover, store, app: version }, bundle, options, onProgress, signal)
    },
    // The reader of files is large, and few visits need it.
    exportRun: async (id) => (await import('./adapters/files')).exportRun(store, id),
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
