import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Db } from '../db.ts'
import type { DatabaseSchema } from '../schema/schema.ts'
import { prepareStatement } from './prepared-statement.ts'

// Compiles queries to SQL without a connection.
const builder = new Kysely<DatabaseSchema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A query of the query builder that is compiled to SQL once. */
export interface PreparedQuery<Given, Row> {
  readonly run: (db: Db, given: Given) => Promise<Row[]>
}

/**
 * Declares a frequent query, which is compiled to SQL once and planned once for each connection
 * (`prepareStatement`). `sample` contains placeholder values for the parameters, by which their
 * places in the compiled SQL are found; none of the values can occur elsewhere in the query. The
 * first run throws if the query selects `*` or does not use a parameter.
 */
export function prepareQuery<Given extends Readonly<Record<string, unknown>>, Row>(
  name: string,
  sample: Given,
  build: (db: Db, given: Given) => Compilable<Row>,
): PreparedQuery<Given, Row> {
  let known: ReturnType<typeof compileQuery<Given, Row>> | undefined
  return {
    run: async (db, given) => {
      const { statement, parameters } = (known ??= compileQuery(name, sample, build))
      return (await statement.run(db, parameters(given))).rows
    },
  }
}

function compileQuery<Given extends Readonly<Record<string, unknown>>, Row>(
  name: string,
  sample: Given,
  build: (db: Db, given: Given) => Compilable<Row>,
) {
  const { sql, parameters } = build(builder, sample).compile()
  if (/select \*|\.\*/.test(sql))
    throw new Error(`${name}: a prepared statement names its columns.`)
  const lost = Object.keys(sample).find((key) => !parameters.includes(sample[key]))
  if (lost !== undefined) throw new Error(`${name}: ${lost} is asked for nowhere.`)
  const keys = parameters.map((value) => Object.keys(sample).find((key) => sample[key] === value))
  return {
    statement: prepareStatement<Row>(name, sql),
    parameters: (given: Given) =>
      keys.map((key, at) => (key === undefined ? parameters[at] : given[key])),
  }
}
