import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  SelectQueryNode,
} from 'kysely'
import type { Db } from '../db.ts'
import type { DatabaseSchema } from '../schema/schema.ts'
import { pipelineStatement, prepareRead, prepareStatement } from './prepared-statement.ts'

// Compiles queries to SQL without a connection.
const builder = new Kysely<DatabaseSchema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Builds a query once, with placeholders for `params`: it may pass a parameter to the query builder
 * as a value, and not compute with it.
 */
type BuildQuery<Params extends object, Row> = (db: Db, params: Params) => Compilable<Row>

/**
 * Declares a frequent query that is compiled to SQL at its first run and planned once per connection
 * (`prepareStatement`). Every run has the same parameters. Throws at the first run when the query
 * selects `*`, does not use a parameter, or computes with one.
 */
export function prepareQuery<Params extends object, Row>(
  name: string,
  build: BuildQuery<Params, Row>,
): { readonly run: (db: Db, params: Params) => Promise<Row[]> } {
  const compile = compileOnce(name, build, (sql, isRead) =>
    isRead ? prepareRead<Row>(name, sql) : prepareStatement<Row>(name, sql),
  )
  return {
    run: async (db, params) => {
      const { statement, values } = compile(params)
      return (await statement.run(db, values)).rows
    },
  }
}

/** Declares a write as `prepareQuery` does; in a transaction it is pipelined (`pipelineStatement`). */
export function pipelineQuery<Params extends object>(
  name: string,
  build: BuildQuery<Params, unknown>,
): { readonly run: (db: Db, params: Params) => Promise<void> } {
  const compile = compileOnce(name, build, (sql) => pipelineStatement(name, sql))
  return {
    run: async (db, params) => {
      const { statement, values } = compile(params)
      await statement.run(db, values)
    },
  }
}

// Stands in a query for the parameter with this key.
class Placeholder {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`The query computes with ${this.key}, whose value differs between its runs.`)
  }
}

// A lock (`for update`) is an end modifier, and a write in a `with` clause is not recognized.
const isRead = (query: RootOperationNode): boolean =>
  SelectQueryNode.is(query) && query.with === undefined && query.endModifiers === undefined

function compileOnce<Params extends object, Statement>(
  name: string,
  build: BuildQuery<Params, unknown>,
  declare: (sql: string, isRead: boolean) => Statement,
) {
  const compile = (keys: readonly string[]) => {
    const placeholders = keys.map((key) => [key, new Placeholder(key)])
    const { sql, parameters, query } = build(builder, Object.fromEntries(placeholders)).compile()
    if (/select \*|\.\*/.test(sql))
      throw new Error(`${name}: a prepared statement names its columns.`)
    const used = parameters.flatMap((one) => (one instanceof Placeholder ? [one.key] : []))
    const unused = keys.find((key) => !used.includes(key))
    if (unused !== undefined) throw new Error(`${name}: ${unused} is asked for nowhere.`)
    return { statement: declare(sql, isRead(query)), parameters, count: keys.length }
  }
  let compiled: ReturnType<typeof compile> | undefined
  return (params: Params) => {
    const keys = Object.keys(params)
    const { statement, parameters, count } = (compiled ??= compile(keys))
    if (keys.length !== count) throw new Error(`${name}: every run has the same parameters.`)
    const values = parameters.map((one): unknown =>
      one instanceof Placeholder ? Reflect.get(params, one.key) : one,
    )
    return { statement, values }
  }
}
