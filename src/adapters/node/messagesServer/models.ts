// The models that the server on this machine lists, in the shape of the API.

const supported = (yes: boolean) => ({ supported: yes })

const described = (id: string, title: string, able: { effort: string[]; adaptive: boolean }) => ({
  type: 'model', id, display_name: title, created_at: '2026-01-01T00:00:00Z', lifecycle: 'active', line: null, deprecated_at: null, retires_at: null,
  max_input_tokens: 200_000, max_tokens: 64_000,
  capabilities: {
    effort: { ...supported(able.effort.length > 0), ...Object.fromEntries(['low', 'medium', 'high', 'max'].map((level) => [level, supported(able.effort.includes(level))])), xhigh: able.effort.includes('xhigh') ? supported(true) : null },
    thinking: { ...supported(able.adaptive), types: { adaptive: supported(able.adaptive), disabled: supported(true), enabled: supported(false), between_tools: supported(false) } },
  },
})

/** Names with a known price, so that costs can be tried; and one without. */
export const MODELS = [
  described('claude-sonnet-5-5', 'Fake Sonnet 5.5', { effort: ['low', 'medium', 'high', 'max'], adaptive: true }),
  described('claude-haiku-5-5', 'Fake Haiku 5.5', { effort: [], adaptive: false }),
  { type: 'model', id: 'fake-oracle', display_name: 'Fake oracle (no price)', created_at: '2026-01-01T00:00:00Z', max_input_tokens: null, max_tokens: null, capabilities: null },
]
