// The parameters of one request, built from what the agent may see.
import type { MessageParam, TextBlockParam, Tool as ApiTool } from '@anthropic-ai/sdk/resources/messages/messages'
import type { AgentView, Message } from '../../core/agent/model'
import type { Block } from '../../core/agent/episode'
import type { Effort, MessageParams } from './api'
import { mapTexts } from './redact'

export interface ModelSettings {
  model: string
  /** Tokens of a reply at most, thinking included. */
  maxTokens: number
  /** Left to the model where not said. */
  effort?: Effort | undefined
  thinking?: 'adaptive' | 'disabled' | undefined
}

const ephemeral = { type: 'ephemeral' } as const

/**
 * The parameters of a request. Texts are made well-formed: a lone half of a surrogate pair, once in the history,
 * would have every later request refused.
 */
export function paramsOf({ system, tools, messages }: AgentView, settings: ModelSettings, caching: boolean): MessageParams {
  const last = tools.length - 1
  const offered = tools.map(({ name, description, input_schema }, at) => ({
    name, description, input_schema,
    ...(caching && at === last ? { cache_control: ephemeral } : {}),
  }) as ApiTool)
  const instructions: TextBlockParam[] = system.trim() === '' ? [] : [{ type: 'text', text: system, ...(caching ? { cache_control: ephemeral } : {}) }]
  return mapTexts<MessageParams>({
    model: settings.model,
    max_tokens: settings.maxTokens,
    ...(instructions.length > 0 ? { system: instructions } : {}),
    ...(offered.length > 0 ? { tools: offered } : {}),
    messages: sendable(messages),
    ...(settings.effort ? { output_config: { effort: settings.effort } } : {}),
    ...(settings.thinking === 'adaptive' ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(settings.thinking === 'disabled' ? { thinking: { type: 'disabled' } } : {}),
    ...(caching ? { cache_control: ephemeral } : {}),
  }, (text) => text.toWellFormed())
}

const isEmptyText = (block: Block): boolean => block.type === 'text' && 'text' in block && typeof block.text === 'string' && block.text.trim() === ''

/** The history as the API accepts it: it gives empty texts and empty messages and refuses them when they come back. */
function sendable(messages: readonly Message[]): MessageParam[] {
  const kept: Message[] = []
  for (const message of messages) {
    const content = typeof message.content === 'string' ? message.content : message.content.filter((block) => !isEmptyText(block))
    if (message.role === 'assistant' && content.length === 0) continue
    const before = kept.at(-1)
    if (before?.role === message.role) kept[kept.length - 1] = { role: message.role, content: [...blocksOf(before.content), ...blocksOf(content)] }
    else kept.push({ role: message.role, content })
  }
  return kept as MessageParam[]
}

const blocksOf = (content: string | Block[]): Block[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : content)
