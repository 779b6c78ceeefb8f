// What a source file imports and which forbidden things it uses, read from its syntax tree.
import { parse } from 'svelte/compiler'
import ts from 'typescript'

/** The facts the architecture test judges. */
export interface SourceFacts {
  /** Import specifiers: static, re-export, dynamic, type, `require`, worker and URL references, `import.meta.glob`. */
  readonly imports: readonly string[]
  /** Identifiers used as variables or read from `globalThis` and its like; names of members are left out. */
  readonly identifiers: ReadonlySet<string>
  /** A short name for each thing that is allowed nowhere. */
  readonly forbidden: readonly string[]
}

/** Reads a .ts, .js, .svelte or .html file. Throws if it does not parse. */
export function sourceFacts(path: string, text: string): SourceFacts {
  if (path.endsWith('.html')) return htmlFacts(text)
  if (path.endsWith('.svelte')) return svelteFacts(text)
  return scriptFacts(text)
}

function htmlFacts(text: string): SourceFacts {
  const forbidden = /\sstyle\s*=/i.test(text) ? ['static style attribute'] : []
  return { imports: [], identifiers: new Set(), forbidden }
}

function scriptFacts(text: string): SourceFacts {
  const imports: string[] = []
  const identifiers = new Set<string>()
  const forbidden: string[] = []

  const visit = (node: ts.Node): void => {
    imports.push(...importedBy(node))
    if (ts.isIdentifier(node) && isUse(node)) identifiers.add(node.text)
    const evaluation = evaluatedText(node)
    if (evaluation) forbidden.push(evaluation)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS))
  return { imports, identifiers, forbidden }
}

function importedBy(node: ts.Node): string[] {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) return literals(node.moduleSpecifier)
  if (ts.isExternalModuleReference(node)) return literals(node.expression)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literals(node.argument.literal)
  if (ts.isCallExpression(node)) {
    const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword
    const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require'
    const isGlob = node.expression.getText().startsWith('import.meta.glob')
    if ((isImport || isRequire || isGlob) && node.arguments[0]) return literals(node.arguments[0])
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL' && node.arguments?.[1]?.getText() === 'import.meta.url') {
    return node.arguments[0] ? literals(node.arguments[0]) : []
  }
  return []
}

function literals(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literals)
  return []
}

const globalObjects = new Set(['globalThis', 'self', 'window', 'global'])

function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ts.isIdentifier(parent.expression) && globalObjects.has(parent.expression.text)
  }
  if (ts.isQualifiedName(parent)) return parent.left === node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
  const isMemberName =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isAccessor(parent) ||
    ts.isEnumMember(parent) ||
    ts.isNamedTupleMember(parent)
  return !(isMemberName && parent.name === node)
}

function evaluatedText(node: ts.Node): string | undefined {
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? evaluationBy(node.expression.getText()) : undefined
}

function evaluationBy(callee: string): string | undefined {
  const name = /^(?:(?:globalThis|self|window|global)\.)?(eval|Function)$/.exec(callee)?.[1]
  return name === 'Function' ? 'new Function' : name
}

interface TemplateNode {
  readonly type: string
  readonly start: number
  readonly end: number
}

function svelteFacts(text: string): SourceFacts {
  const root = parse(text, { modern: true })
  const forbidden: string[] = []
  const imports: string[] = []
  walk(root.fragment, (node) => {
    if (node.type === 'HtmlTag') forbidden.push('{@html}')
    if (node.type === 'Attribute' && isStaticStyle(node)) forbidden.push('static style attribute')
    if (node.type === 'ImportExpression') imports.push(...literalValue(Reflect.get(node, 'source')))
    const evaluation = evaluationBy(sliceOf(text, Reflect.get(node, 'callee')))
    if (evaluation) forbidden.push(evaluation)
  })

  const scripts = [root.module, root.instance].map((script) => scriptFacts(sliceOf(text, script?.content)))
  return {
    imports: [...imports, ...scripts.flatMap((script) => script.imports)],
    identifiers: new Set(scripts.flatMap((script) => [...script.identifiers])),
    forbidden: [...forbidden, ...scripts.flatMap((script) => script.forbidden)],
  }
}

function literalValue(node: unknown): string[] {
  const value: unknown = isNode(node) ? Reflect.get(node, 'value') : undefined
  return typeof value === 'string' ? [value] : []
}

// A value with an expression in it is set by script, which the policy allows.
function isStaticStyle(node: TemplateNode): boolean {
  const value: unknown = Reflect.get(node, 'value')
  const isText = value === true || (Array.isArray(value) && value.every((part) => isNode(part) && part.type === 'Text'))
  return Reflect.get(node, 'name') === 'style' && isText
}

function walk(value: unknown, visit: (node: TemplateNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) visit(value)
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'metadata' && key !== 'loc') walk(child, visit)
    }
  }
}

function isNode(value: unknown): value is TemplateNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'type') === 'string' &&
    typeof Reflect.get(value, 'start') === 'number' &&
    typeof Reflect.get(value, 'end') === 'number'
  )
}

function sliceOf(text: string, node: unknown): string {
  return isNode(node) ? text.slice(node.start, node.end) : ''
}
