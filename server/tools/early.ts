import { parseAst } from 'vite'

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** A place in the code where something changes. */
type Edit =
  | { readonly type: 'bracket'; readonly start: number; readonly end: number }
  | { readonly type: 'taken'; readonly start: number; readonly end: number; readonly name: Node }
  | {
      readonly type: 'home'
      readonly start: number
      readonly end: number
      readonly taken: number[]
    }

/**
 * Puts functions into brackets. That is how a browser's compiler knows a function that is about to be called: it then
 * compiles it with the file, beside the main thread, and not at its first call (v8.dev/blog/preparser, "PIFE"). A
 * declaration becomes a variable at the beginning of what it was declared in, which is where it began to hold before.
 * Methods cannot be put into brackets and stay.
 *
 * @param isWanted by where the function begins in the code.
 */
export function inBrackets(code: string, isWanted: (start: number) => boolean): string {
  const edits = editsOf(code, isWanted).sort(
    (a, b) => a.start - b.start || RANK[a.type] - RANK[b.type] || b.end - a.end,
  )
  const at = new Map(
    edits.flatMap((edit, index) => (edit.type === 'taken' ? [[edit.start, index] as const] : [])),
  )
  const render = (from: number, to: number, first: number): string => {
    let out = ''
    let done = from
    for (let index = first; index < edits.length; index++) {
      const edit = edits[index]
      if (edit === undefined || edit.start >= to) break
      if (edit.start < done) continue
      out += code.slice(done, edit.start)
      done = edit.end
      if (edit.type === 'bracket') out += `(${render(edit.start, edit.end, index + 1)})`
      if (edit.type === 'home')
        out += `${/[;{]/.test(code[edit.start - 1] ?? ';') ? '' : ';'}var ${edit.taken.map(variable).join(',')};`
    }
    return out + code.slice(done, to)
  }
  const variable = (start: number): string => {
    const index = at.get(start) ?? -1
    const edit = edits[index]
    if (edit?.type !== 'taken') throw new Error('a function got lost')
    const { name } = edit
    const head = code.slice(edit.start, name.start).trimEnd()
    return `${code.slice(name.start, name.end)}=(${head}${render(name.end, edit.end, index + 1)})`
  }
  const out = render(0, code.length, 0)
  // Rather no build than one that does not start.
  parseAst(out)
  return out
}

// What begins where something is taken away or put into brackets comes before it.
const RANK = { home: 0, taken: 1, bracket: 1 } as const

function editsOf(code: string, isWanted: (start: number) => boolean): Edit[] {
  const edits: Edit[] = []
  const visit = (node: Node, parent: Node | undefined) => {
    const body = bodyOf(node)
    if (body !== undefined) takeDeclarations(body)
    if (isExpression(node) && isWanted(node.start) && !isBracketed(code, node, parent))
      edits.push({ ...node, type: 'bracket' })
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, node)
  }
  const takeDeclarations = ({ start, statements }: Body) => {
    const declared = statements.filter(({ type }) => type === 'FunctionDeclaration')
    // The last of two of one name holds.
    const wanted = declared.filter(
      (one) =>
        isWanted(one.start) &&
        declared.filter((other) => nameOf(other) === nameOf(one)).length === 1,
    )
    if (wanted.length === 0) return
    for (const { start: from, end, id } of wanted)
      if (isNode(id)) edits.push({ type: 'taken', start: from, end, name: id })
    edits.push({ type: 'home', start, end: start, taken: wanted.map((one) => one.start) })
  }
  const program: unknown = parseAst(code)
  if (isNode(program)) visit(program, undefined)
  return edits
}

interface Body {
  /** Behind imports and directives. */
  readonly start: number
  readonly statements: readonly Node[]
}

// What a function or a file consists of.
function bodyOf(node: Node): Body | undefined {
  const block = node.type === 'Program' ? node : isFunction(node) ? node['body'] : undefined
  if (!isNode(block) || !Array.isArray(block['body'])) return undefined
  const statements = block['body'].filter(isNode)
  const opening = statements.findLast(
    ({ type, directive }) => type === 'ImportDeclaration' || typeof directive === 'string',
  )
  return { start: opening?.end ?? (node.type === 'Program' ? 0 : block.start + 1), statements }
}

const isFunction = ({ type }: Node): boolean =>
  type.startsWith('Function') || type === 'ArrowFunctionExpression'

// Of a method it is what follows its name.
const isExpression = (node: Node): boolean =>
  node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

function isBracketed(code: string, node: Node, parent: Node | undefined): boolean {
  const isMethod =
    parent?.type === 'MethodDefinition' ||
    parent?.['method'] === true ||
    ['get', 'set'].includes(String(parent?.['kind']))
  // A call's only argument stands between brackets as well, but those are the call's.
  const isArgument = Array.isArray(parent?.['arguments']) && parent['arguments'].includes(node)
  const stands = code[node.start - 1] === '(' && code[node.end] === ')'
  return isMethod || parent?.type === 'ExpressionStatement' || (stands && !isArgument)
}

const nameOf = ({ id }: Node): string => (isNode(id) ? String(id['name']) : '')

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
