import { sql } from 'kysely'
import { suppliesImportTexts } from '#i18n/import-supplies'
import { identifierCell, textUpTo } from '../cell-readers.ts'
import type { ImportColumn, ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const namedTableShape = (table: 'uniform_garment' | 'uniform_colour') =>
  ({
    table,
    id: ['id'],
    fields: { id: 'text', name: 'text' },
    withdrawnAt: 'withdrawn_at',
    scope: [],
  }) as const satisfies TableShape

const createNumberColumn = (
  title: ImportColumn['title'],
  aliases: readonly string[],
): ImportColumn => ({
  field: 'id',
  title,
  aliases: ['编号', ...aliases],
  needed: true,
  read: identifierCell(),
  example: '1',
})

/** The garments of the uniform. */
export const uniformGarmentsImport: ImportKindDefinition = {
  name: 'uniform-garments',
  title: suppliesImportTexts.garments,
  about: suppliesImportTexts.garmentsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    createNumberColumn({ zh: '品种编号', en: 'Garment number' }, ['服装编号']),
    {
      field: 'name',
      title: { zh: '品种', en: 'Garment' },
      aliases: ['品种名称', '服装', '名称'],
      needed: true,
      read: textUpTo(50),
      example: '上衣',
    },
  ],
  keysOf: (row) => [...buildRowKey('品种编号', row, ['id']), ...buildRowKey('品种', row, ['name'])],
  identity: tableIdentity(namedTableShape('uniform_garment'), 'name'),
  store: tableStore(namedTableShape('uniform_garment')),
  withdrawal: tableWithdrawal(
    namedTableShape('uniform_garment'),
    sql`exists (select from uniform_line l where l.garment_id = t.id)`,
  ),
}

/** The colours of the uniform. */
export const uniformColoursImport: ImportKindDefinition = {
  name: 'uniform-colours',
  title: suppliesImportTexts.colours,
  about: suppliesImportTexts.coloursAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    createNumberColumn({ zh: '颜色编号', en: 'Colour number' }, []),
    {
      field: 'name',
      title: { zh: '颜色', en: 'Colour' },
      aliases: ['颜色名称', '名称'],
      needed: true,
      read: textUpTo(50),
      example: '军绿',
    },
  ],
  keysOf: (row) => [...buildRowKey('颜色编号', row, ['id']), ...buildRowKey('颜色', row, ['name'])],
  identity: tableIdentity(namedTableShape('uniform_colour'), 'name'),
  store: tableStore(namedTableShape('uniform_colour')),
  withdrawal: tableWithdrawal(
    namedTableShape('uniform_colour'),
    sql`exists (select from uniform_order o where o.colour_id = t.id)`,
  ),
}
