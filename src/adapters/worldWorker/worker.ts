// The browser's worker.
import { expose } from 'comlink'
import { WorldHost } from './host'

expose(new WorldHost())
