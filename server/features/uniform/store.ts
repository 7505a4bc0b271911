import type { Insertable } from 'kysely'
import type { StoredGarmentChoice, Colour, Garment, Uniform } from '#contract/uniform'
import type { Db } from '../../platform/database/db.ts'
import { pipelineQuery, prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import {
  pipelineStatement,
  prepareStatement,
} from '../../platform/database/driver/prepared-statement.ts'
import { declareRaceConstraint } from '../../platform/database/driver/transaction.ts'
import { type RecordColumns, toColumns } from '../../platform/database/queries/record-columns.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { type FormVersion, recordFormVersion } from '../student-forms/public.ts'

/** Finds the offer: the garments with their sizes, and the colours. */
export async function findUniformOffer(db: Db): Promise<UniformOffer> {
  const [garments, sizes, colours] = [
    await db
      .selectFrom('uniform_garment')
      .select(['id', 'name'])
      .where('withdrawn_at', 'is', null)
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('uniform_size')
      .select(['id', 'garment_id', 'size', 'remark'])
      .where('withdrawn_at', 'is', null)
      .orderBy('id')
      .execute(),
    await db
      .selectFrom('uniform_colour')
      .select(['id', 'name'])
      .where('withdrawn_at', 'is', null)
      .orderBy('id')
      .execute(),
  ]
  return {
    garments: garments.map(({ id, name }) => ({
      id,
      name,
      sizes: sizes
        .filter((size) => size.garment_id === id)
        .map(({ id, size, remark }) => ({ id, size, remark })),
    })),
    colours,
  }
}

/** The offer of uniforms. */
export interface UniformOffer {
  readonly garments: Garment[]
  readonly colours: Colour[]
}

/** Finds a student's order, with one record per garment. */
export async function findUniformOrder(db: Db, student: string): Promise<UniformOrder | undefined> {
  const rows = await uniformOrderQuery.run(db, { student })
  const [first] = rows
  if (first === undefined) return undefined
  const { version, received } = first
  return { version, received, chosen: rows.map(({ version: _version, ...chosen }) => chosen) }
}

/** A student's order. `received` is '0' until the uniform is handed out. */
export interface UniformOrder {
  readonly version: number
  readonly received: string
  readonly chosen: StoredGarmentChoice[]
}

const uniformOrderQuery = prepareQuery(
  'uniform of a student',
  (db, { student }: { student: string }) =>
    db
      .selectFrom('uniform_order')
      .innerJoin('uniform_line as line', 'line.student_code', 'uniform_order.student_code')
      .innerJoin('uniform_garment as garment', 'garment.id', 'line.garment_id')
      .innerJoin('uniform_size as size', 'size.id', 'line.size_id')
      .innerJoin('uniform_colour as colour', 'colour.id', 'uniform_order.colour_id')
      .select(['garment.id as garment', 'garment.name as garmentName'])
      .select(['size.id as size', 'size.size as sizeName'])
      .select(['colour.id as colour', 'colour.name as colourName'])
      .select(['uniform_order.remark', 'received', 'version'])
      .where('uniform_order.student_code', '=', student)
      .orderBy('garment.id'),
)

/** An exchange of sizes: `taken` from the stock, and `given` back to the stock. */
export interface SizeExchange {
  readonly taken: readonly string[]
  readonly given: readonly string[]
}

/** Whether one of these sizes is out of stock now. */
export async function isAnySizeOutOfStock(db: Db, { taken }: SizeExchange): Promise<boolean> {
  return taken.length > 0 && (await outOfStockQuery.run(db, [taken])).rows.length > 0
}

const outOfStockQuery = prepareStatement<{ id: string }>(
  'sizes out of stock',
  'select id from uniform_size where id = any($1) and stock = 0 limit 1',
)

/**
 * Returns sizes to the stock and takes others. If another transaction has taken the last piece in
 * the meantime, a race constraint is violated and the transaction runs again.
 */
export async function exchangeSizes(db: Db, { taken, given }: SizeExchange): Promise<void> {
  if (taken.length + given.length > 0) await exchangeSizesStatement.run(db, [taken, given])
}

declareRaceConstraint('uniform_size_stock_check')

// Every request locks the sizes in the same order, to avoid deadlocks. The lock does not conflict
// with the foreign keys of other orders.
const exchangeSizesStatement = pipelineStatement(
  'exchange sizes',
  `with locked as materialized (
     select id from uniform_size where id = any($1 || $2::text[]) order by id for no key update)
   update uniform_size set stock = stock + case when uniform_size.id = any($1::text[]) then -1 else 1 end
   from locked where uniform_size.id = locked.id`,
)

/** Stores an order as this version. */
export async function saveUniformOrder(db: Db, order: FormVersion<Uniform>): Promise<void> {
  const { payload, student, version, now } = order
  const { garments } = payload
  const fields = toColumns(ORDER_COLUMNS, { ...payload, student })
  await storeUniformOrder.run(db, { ...fields, version, updated_at: now })
  const lines = [garments.map(({ garment }) => garment), garments.map(({ size }) => size)]
  await storeUniformLines.run(db, [student, ...lines])
  await recordFormVersion(db, 'uniform', order)
}

const storeUniformOrder = pipelineQuery(
  'store an order of a uniform',
  (db, { student_code, ...values }: Insertable<DatabaseSchema['uniform_order']>) =>
    db
      .insertInto('uniform_order')
      .values({ student_code, ...values })
      .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values)),
)

// Names are in the catalogue, and each garment is a row of its own.
const ORDER_COLUMNS = {
  student: 'student_code',
  colour: 'colour_id',
  remark: 'remark',
} as const satisfies RecordColumns<Omit<Uniform, 'colourName' | 'garments'>, 'uniform_order'>

const storeUniformLines = pipelineStatement(
  'store the garments of an order',
  `with dropped as (delete from uniform_line where student_code = $1 and garment_id <> all($2))
   insert into uniform_line (student_code, garment_id, size_id)
     select $1, garment, size from unnest($2::text[], $3::text[]) as line (garment, size)
   on conflict (student_code, garment_id) do update set size_id = excluded.size_id`,
)
