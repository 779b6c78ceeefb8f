// The worlds that ship with the app, parsed when it was built.
import address from 'virtual:shipped-worlds'
import type { Bundle } from '../../core/task/schema'

/** Every shipped world. Throws one sentence that names the address where the file does not arrive. */
export async function shippedBundles(): Promise<Bundle[]> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    return (await response.json()) as Bundle[]
  } catch (error) {
    throw new Error(`The worlds could not be loaded from ${address.slice(0, 200)}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
