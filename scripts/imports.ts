/**
 * Every import that a TypeScript source names: values and types, re-exports, dynamic imports, `import('…')` as a
 * type, `require`, and reference comments. Types vanish when they are stripped, so the source itself is parsed.
 */
import { parseSync } from 'vite'

export interface Import {
  readonly line: number
  /** What is imported, as it is written; undefined where it is computed and cannot be followed. */
  readonly from?: string
}

/** The imports of one file, in the order of the text. Throws a SyntaxError where the file cannot be parsed. */
export function importsOf(file: string, source: string): Import[] {
  const { program, errors, comments } = parseSync(file, source)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`)
  const found: { at: number; from: string | undefined }[] = []
  visit(program, (node) => {
    const named = sourceOf(node)
    if (named) found.push({ at: Number(node.start), from: textOf(named.source) })
  })
  for (const comment of comments) {
    const from = /^\/\s*<reference\s+(?:path|types)\s*=\s*["']([^"']+)["']/.exec(comment.value)?.[1]
    if (from !== undefined) found.push({ at: comment.start, from })
  }
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ at, from }) => ({
      line: source.slice(0, at).split('\n').length,
      ...(from === undefined ? {} : { from }),
    }))
}

type Node = Readonly<Record<string, unknown>>

/** The part of a node that names another module; undefined for a node that names none. */
function sourceOf(node: Node): { source: unknown } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return { source: node.source }
    case 'ExportNamedDeclaration':
      return node.source ? { source: node.source } : undefined
    case 'TSExternalModuleReference':
      return { source: node.expression }
    case 'CallExpression': {
      const callee = node.callee as Node
      return callee.type === 'Identifier' && callee.name === 'require'
        ? { source: (node.arguments as unknown[])[0] }
        : undefined
    }
    default:
      return undefined
  }
}

/** A literal's text, also of a template without parts to fill in. */
function textOf(source: unknown): string | undefined {
  const node = source as
    | { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
    | undefined
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' && node.quasis?.length === 1
    ? node.quasis[0]!.value.cooked
    : undefined
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (typeof (value as Node).type === 'string') see(value as Node)
  for (const part of Object.values(value)) visit(part, see)
}
