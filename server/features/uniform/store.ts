import { sql } from 'kysely'
import { type Chosen, type Colour, type Garment, uniformOf } from '#contract/uniform'
import type { Db } from '../../platform/database/database.ts'
import { noteForm, type Writer } from '../forms/face.ts'

/** The garments with the sizes that they come in. */
export async function findGarments(db: Db): Promise<Garment[]> {
  const garments = await db
    .selectFrom('uniform_garment')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  const sizes = await db
    .selectFrom('uniform_size')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return garments.map(({ id, name }) => ({
    id,
    name,
    sizes: sizes
      .filter((size) => size.garment_id === id)
      .map(({ id, size, remark }) => ({ id, size, remark })),
  }))
}

/** The colours on offer. */
export const findColours = (db: Db): Promise<Colour[]> =>
  db
    .selectFrom('uniform_colour')
    .select(['id', 'name'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()

/** What a student chose, one record a garment. */
export const findChosen = (db: Db, student: string): Promise<Chosen[]> =>
  db
    .selectFrom('uniform_line as line')
    .innerJoin('uniform_order as order', 'order.student_code', 'line.student_code')
    .innerJoin('uniform_garment as garment', 'garment.id', 'line.garment_id')
    .innerJoin('uniform_size as size', 'size.id', 'line.size_id')
    .innerJoin('uniform_colour as colour', 'colour.id', 'order.colour_id')
    .select([
      'garment.id as garment',
      'garment.name as garmentName',
      'size.id as size',
      'size.size as sizeName',
      'colour.id as colour',
      'colour.name as colourName',
      'order.remark',
      'order.received',
    ])
    .where('line.student_code', '=', student)
    .orderBy('garment.id')
    .execute()

/** A student's order: its version and whether it was handed out. */
export const findOrder = (db: Db, student: string) =>
  db
    .selectFrom('uniform_order')
    .select(['version', 'received'])
    .where('student_code', '=', student)
    .executeTakeFirst()

/** The sizes that a student has ordered. */
export async function sizesOf(db: Db, student: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uniform_line')
    .select('size_id')
    .where('student_code', '=', student)
    .execute()
  return rows.map(({ size_id }) => size_id)
}

/** Begin what can be undone without ending the transaction. */
export async function undoable(db: Db): Promise<() => Promise<unknown>> {
  await sql`savepoint before_sizes`.execute(db)
  return () => sql`rollback to savepoint before_sizes`.execute(db)
}

/**
 * Give back the sizes that a student had and take these from the stock. Answers false, and takes
 * nothing, when one is out of stock.
 */
export async function exchangeSizes(
  db: Db,
  { had, sizes }: { had: readonly string[]; sizes: readonly string[] },
): Promise<boolean> {
  const taken = sizes.filter((id) => !had.includes(id))
  const changed = [...taken, ...had.filter((id) => !sizes.includes(id))]
  if (changed.length === 0) return true
  // Every request locks the sizes in the same sequence, so that no two requests wait for each other
  // (deadlock). The lines of others refer to these rows, which is no reason to wait for them.
  const stock = await db
    .selectFrom('uniform_size')
    .select(['id', 'stock'])
    .where('id', 'in', changed)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (stock.some((size) => size.stock === 0 && taken.includes(size.id))) return false
  await db
    .updateTable('uniform_size')
    .set((e) => ({
      stock: e(
        'stock',
        '+',
        e
          .case()
          .when('id', '=', e.fn.any(e.val(taken)))
          .then(-1)
          .else(1)
          .end(),
      ),
    }))
    .where('id', 'in', changed)
    .execute()
  return true
}

/** Store an order as this version; `lines` are the sizes by garment. */
export async function saveOrder(
  db: Db,
  order: {
    student: string
    colour: string
    remark: string
    version: number
    writer: Writer
    now: Date
    lines: ReadonlyMap<string, string>
  },
): Promise<void> {
  const { student, lines } = order
  const values = {
    colour_id: order.colour,
    remark: order.remark,
    version: order.version,
    updated_at: order.now,
  }
  await db
    .insertInto('uniform_order')
    .values({ ...values, student_code: student })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet(values))
    .execute()
  await db.deleteFrom('uniform_line').where('student_code', '=', student).execute()
  await db
    .insertInto('uniform_line')
    .values(
      [...lines].map(([garment_id, size_id]) => ({ student_code: student, garment_id, size_id })),
    )
    .execute()
  // With the names of this day: a catalogue may change.
  const words = uniformOf(await findChosen(db, student), student)
  const { version, writer, now } = order
  await noteForm(db, { student, form: 'uniform', version, words, writer, now })
}
