import type { CodecValue } from '#contract/codec'
import type { GarmentOrColourValues, SizeValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { countRows } from '../../../platform/database/queries/count-rows.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'

const createNamedCatalogue = (
  noun: 'garments' | 'colours',
  table: 'uniform_garment' | 'uniform_colour',
  ordered: (db: Db, id: string) => Promise<LocalizedText | undefined>,
): ReferenceCatalogue<CodecValue<typeof GarmentOrColourValues>> => ({
  noun,
  identity: ({ name }) => [name],
  english: [['name', 'nameEn']],

  find: async (db) => {
    const rows = await db.selectFrom(table).selectAll().orderBy('id').execute()
    const english = await loadEnglishNames(db, rows, 'name')
    return rows.map(({ id, name, withdrawn_at }) => ({
      id,
      values: { name, nameEn: english(name) },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const id = before?.id ?? createSecret().slice(0, 12)
    return saveById(db, table, { id, name: values.name })
  },

  withdraw: async (db, { id }, now) => {
    const why = await ordered(db, id)
    if (why !== undefined) return why
    return withdrawById(table)(db, { id }, now)
  },
})

/** The catalogue of the uniform's garments. */
export const garmentCatalogue = createNamedCatalogue(
  'garments',
  'uniform_garment',
  async (db, id) => explainOrdered(await linesOf(db, 'garment_id', id)),
)

/** The catalogue of the uniform's colours. */
export const uniformColourCatalogue = createNamedCatalogue(
  'colours',
  'uniform_colour',
  async (db, id) => {
    return explainOrdered(
      await countRows(db.selectFrom('uniform_order').where('colour_id', '=', id)),
    )
  },
)

/**
 * The catalogue of the garments' sizes with their stock: the number left and the number ordered.
 */
export const uniformSizeCatalogue: ReferenceCatalogue<CodecValue<typeof SizeValues>> = {
  noun: 'sizes',
  identity: ({ garment, size }) => [garment, size],
  english: [['remark', 'remarkEn']],

  find: async (db) => {
    const rows = await db
      .selectFrom('uniform_size as size')
      .innerJoin('uniform_garment as garment', 'garment.id', 'size.garment_id')
      .select((e) => [
        'size.id',
        'garment.name as garment',
        'size.size',
        'size.remark',
        'size.stock',
        'size.withdrawn_at',
        e
          .selectFrom('uniform_line')
          .whereRef('size_id', '=', 'size.id')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .as('ordered'),
      ])
      .orderBy('size.id')
      .execute()
    const english = await loadEnglishNames(db, rows, 'remark')
    return rows.map(({ id, garment, size, remark, stock, ordered, withdrawn_at }) => ({
      id,
      values: {
        garment,
        size,
        remark,
        remarkEn: english(remark),
        total: String(stock + Number(ordered)),
      },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const garment = await db
      .selectFrom('uniform_garment')
      .select('id')
      .where('name', '=', values.garment)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (garment === undefined) return referenceDataTexts.unknownGarment
    if (before !== undefined && before.values.garment !== values.garment)
      return referenceDataTexts.garmentOfSize
    const row = { size: values.size, remark: values.remark, withdrawn_at: null }
    const total = Number(values.total)
    if (before === undefined) {
      const id = createSecret().slice(0, 12)
      await db
        .insertInto('uniform_size')
        .values({ ...row, id, garment_id: garment.id, stock: total })
        .execute()
      return id
    }
    // The row is locked, so that no concurrent order makes the two numbers inconsistent.
    await db
      .selectFrom('uniform_size')
      .select('id')
      .where('id', '=', before.id)
      .forUpdate()
      .execute()
    const ordered = await linesOf(db, 'size_id', before.id)
    if (total < ordered) return fillTemplateText(referenceDataTexts.stockOrdered, ordered)
    await db
      .updateTable('uniform_size')
      .set({ ...row, stock: total - ordered })
      .where('id', '=', before.id)
      .execute()
    return before.id
  },

  withdraw: async (db, { id }, now) => {
    const why = explainOrdered(await linesOf(db, 'size_id', id))
    if (why !== undefined) return why
    await db.updateTable('uniform_size').set({ withdrawn_at: now }).where('id', '=', id).execute()
    return undefined
  },
}

async function linesOf(db: Db, column: 'garment_id' | 'size_id', id: string): Promise<number> {
  return countRows(db.selectFrom('uniform_line').where(column, '=', id))
}

const explainOrdered = (ordered: number): LocalizedText | undefined =>
  ordered === 0 ? undefined : fillTemplateText(referenceDataTexts.ordered, ordered)
