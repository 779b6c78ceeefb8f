// What the plugin serves.
declare module 'virtual:shipped-worlds' {
  /** Where the worlds' JSON lies. */
  const address: string
  export default address
}

declare module 'virtual:recorded-episode' {
  const data: unknown
  export default data
}
