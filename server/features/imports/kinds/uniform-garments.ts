import { sql } from 'kysely'
import { suppliesImportTexts } from '#i18n/import-supplies'
import type { Column, Kind } from '../kind.ts'
import { keyOf } from '../known.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { number, words } from '../values.ts'

const named = (table: 'uniform_garment' | 'uniform_colour') =>
  ({
    table,
    id: ['id'],
    fields: { id: 'text', name: 'text' },
    withdrawnAt: 'withdrawn_at',
    scope: [],
  }) as const satisfies TableShape

const numbered = (title: Column['title'], aliases: readonly string[]): Column => ({
  field: 'id',
  title,
  aliases: ['编号', ...aliases],
  needed: true,
  read: number(),
  example: '1',
})

/** The garments of the uniform. */
export const uniformGarments: Kind = {
  name: 'uniform-garments',
  title: suppliesImportTexts.garments,
  about: suppliesImportTexts.garmentsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    numbered({ zh: '品种编号', en: 'Garment number' }, ['服装编号']),
    {
      field: 'name',
      title: { zh: '品种', en: 'Garment' },
      aliases: ['品种名称', '服装', '名称'],
      needed: true,
      read: words(50),
      example: '上衣',
    },
  ],
  keysOf: (row) => [...keyOf('品种编号', row, ['id']), ...keyOf('品种', row, ['name'])],
  identity: tableIdentity(named('uniform_garment'), 'name'),
  store: tableStore(named('uniform_garment')),
  withdrawal: tableWithdrawal(
    named('uniform_garment'),
    sql`exists (select from uniform_line l where l.garment_id = t.id)`,
  ),
}

/** The colours of the uniform. */
export const uniformColours: Kind = {
  name: 'uniform-colours',
  title: suppliesImportTexts.colours,
  about: suppliesImportTexts.coloursAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    numbered({ zh: '颜色编号', en: 'Colour number' }, []),
    {
      field: 'name',
      title: { zh: '颜色', en: 'Colour' },
      aliases: ['颜色名称', '名称'],
      needed: true,
      read: words(50),
      example: '军绿',
    },
  ],
  keysOf: (row) => [...keyOf('颜色编号', row, ['id']), ...keyOf('颜色', row, ['name'])],
  identity: tableIdentity(named('uniform_colour'), 'name'),
  store: tableStore(named('uniform_colour')),
  withdrawal: tableWithdrawal(
    named('uniform_colour'),
    sql`exists (select from uniform_order o where o.colour_id = t.id)`,
  ),
}
