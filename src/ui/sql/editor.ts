// The SQL editor: CodeMirror in a shadow root, where its style sheets are adopted and the page's policy holds.
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { sql, SQLite } from '@codemirror/lang-sql'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface Editor {
  text(): string
  set(text: string): void
  focus(): void
  destroy(): void
}

export interface EditorOptions {
  text: string
  label: string
  /** Table → its columns, for completion. */
  tables: Record<string, string[]>
  onRun(): void
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--pass)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--unknown)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
])

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--rule)', borderRadius: '4px', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-content': { fontFamily: 'var(--data)', caretColor: 'var(--ink)', padding: '8px 0', minHeight: '4.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'var(--accent-tint)' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--rule)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-tint)', color: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--muted)' },
})

// Typing over selected text, a browser keeps its colour in an inline style, which the page's policy refuses and reports.
const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.composing || view.state.selection.main.empty) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

/** Mounts the editor inside `host`; ⌘ or Ctrl with Enter runs. Tab leaves it. */
export function mountEditor(host: HTMLElement, { text, label, tables, onRun }: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const run = () => {
    onRun()
    return true
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        history(),
        typingOver,
        closeBrackets(),
        autocompletion(),
        sql({ dialect: SQLite, schema: tables, upperCaseKeywords: true }),
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        placeholder('SELECT …'),
        look,
      ],
    }),
  })
  return {
    text: () => view.state.doc.toString(),
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
