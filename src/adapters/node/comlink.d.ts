// comlink ships this file without its types.
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink'
  export default function nodeEndpoint(endpoint: object): Endpoint
}
