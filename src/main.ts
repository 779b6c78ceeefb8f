// The composition root: the one place that builds the adapters and hands them down.
import { mount } from 'svelte'
import { version } from '../package.json'
import { download } from './adapters/downloads'
import { openStore } from './adapters/idbStore/openStore'
import { Prover } from './adapters/prover'
import { shippedBundles } from './adapters/taskFiles/shipped'
import { browserClient } from './adapters/worldWorker/browser'
import type { Services } from './state/services'
import './styles/tokens.css'
import './styles/base.css'
import App from './ui/App.svelte'
import StartTrouble from './ui/StartTrouble.svelte'

async function compose(): Promise<Services> {
  const [bundles, { store, trouble }] = await Promise.all([shippedBundles(), openStore()])
  const prover = new Prover(browserClient(), store, bundles, version)
  return {
    app: version,
    store,
    storeTrouble: trouble,
    bundles,
    prove: (world, onBatch, signal) => prover.prove(world, onBatch, signal),
    mutants: (world) => prover.mutants(world),
    // The reader of files is large, and few visits need it.
    exportRun: async (id) => (await import('./adapters/files')).exportRun(store, id),
    importRun: async (file) => (await import('./adapters/files')).importRun(store, file),
    download,
  }
}

const target = document.querySelector('#app')
if (target) {
  try {
    mount(App, { target, props: { services: await compose() } })
  } catch (error) {
    mount(StartTrouble, { target, props: { problem: error instanceof Error ? error.message : String(error) } })
  }
}
