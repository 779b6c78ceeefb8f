// Narrows the page's policy before anything else runs: imported first, so that every worker is made under it.
import { chosenOrigin, narrowPolicy } from './narrow'

/** What this page may reach besides itself. A policy can only ever be narrowed, so another choice needs a reload. */
export const reachable: string | null = chosenOrigin()

const meta = document.createElement('meta')
meta.httpEquiv = 'Content-Security-Policy'
meta.content = narrowPolicy(reachable)
document.head.append(meta)
