// Presets: what each kind of server that speaks the Messages API wants to be sent.

export type PresetId = 'anthropic' | 'ollama' | 'llamacpp' | 'lmstudio' | 'litellm' | 'custom'
/** How the key travels. */
export type HeaderScheme = 'bearer' | 'x-api-key'

export interface Preset {
  id: PresetId
  title: string
  /** Where it usually is; '' where only the person knows. */
  base: string
  scheme: HeaderScheme
  /** Whether nothing can be done without a key. */
  needsKey: boolean
  /** Whether the two headers that only Anthropic's API asks for are sent; some servers' CORS lists refuse them. */
  ownHeaders: boolean
  /** Whether prompts are marked for caching. */
  caching: boolean
  /** What a person has to know, in a sentence or two. */
  note: string
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'anthropic', title: 'Anthropic', base: 'https://api.anthropic.com', scheme: 'bearer', needsKey: true, ownHeaders: true, caching: true,
    note: 'The key goes from this page to api.anthropic.com and nowhere else. Some organisations forbid calls from browsers.',
  },
  {
    id: 'ollama', title: 'Ollama', base: 'http://localhost:11434', scheme: 'bearer', needsKey: false, ownHeaders: false, caching: false,
    note: 'Start Ollama with OLLAMA_ORIGINS set to this page\'s origin. It asks for no key.',
  },
  {
    id: 'llamacpp', title: 'llama.cpp', base: 'http://localhost:8080', scheme: 'x-api-key', needsKey: false, ownHeaders: true, caching: false,
    note: 'Start llama-server with --jinja, so that tools work. A key is needed only where it was started with --api-key.',
  },
  {
    id: 'lmstudio', title: 'LM Studio', base: 'http://localhost:1234', scheme: 'x-api-key', needsKey: false, ownHeaders: true, caching: false,
    note: 'Switch CORS on in the settings of its server. It asks for no key.',
  },
  {
    id: 'litellm', title: 'LiteLLM', base: 'http://localhost:4000', scheme: 'bearer', needsKey: true, ownHeaders: true, caching: true,
    note: 'The key is the proxy\'s own (its master key or a virtual one), not the one of the provider behind it.',
  },
  {
    id: 'custom', title: 'Another server', base: '', scheme: 'bearer', needsKey: false, ownHeaders: true, caching: true,
    note: 'Any server that speaks the Messages API and answers browsers with CORS headers.',
  },
]

export function presetOf(id: PresetId): Preset {
  const found = PRESETS.find((preset) => preset.id === id)
  if (!found) throw new Error(`there is no preset ${id}`)
  return found
}
