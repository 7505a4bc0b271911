import { sql } from 'kysely'
import { suppliesImportTexts } from '#i18n/import-supplies'
import { moneyCell, identifierCell, choiceCell, textUpTo, yesNoCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const shape = {
  table: 'living_package',
  id: ['id'],
  fields: {
    id: 'text',
    catalogue: 'text',
    name: 'text',
    price_fen: 'int',
    mandatory: 'boolean',
    content: 'text',
    picture: 'text',
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['catalogue'],
} as const satisfies TableShape

/** Packages of living supplies. */
export const livingPackagesImport: ImportKindDefinition = {
  name: 'living-packages',
  title: suppliesImportTexts.packages,
  about: suppliesImportTexts.packagesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'id',
      title: { zh: '用品编号', en: 'Package number' },
      aliases: ['编号', '套餐编号'],
      needed: true,
      read: identifierCell(),
      example: '1',
    },
    {
      field: 'catalogue',
      title: { zh: '目录', en: 'List' },
      aliases: ['适用目录', '类别'],
      read: choiceCell([
        { value: '1', as: ['普通', '国内', 'ordinary'] },
        { value: '2', as: ['国际', 'international'] },
      ]),
      blank: '1',
      example: '普通',
    },
    {
      field: 'name',
      title: { zh: '名称', en: 'Package' },
      aliases: ['用品名称', '套餐名称'],
      needed: true,
      read: textUpTo(50),
      example: '床上用品',
    },
    {
      field: 'price_fen',
      title: { zh: '价格（元）', en: 'Price (yuan)' },
      aliases: ['价格', '单价', '金额'],
      needed: true,
      read: moneyCell(),
      example: '398.00',
    },
    {
      field: 'mandatory',
      title: { zh: '必选', en: 'Mandatory' },
      aliases: ['是否必选'],
      read: yesNoCell,
      blank: false,
      example: '是',
    },
    {
      field: 'content',
      title: { zh: '内容', en: 'Content' },
      aliases: ['说明', '清单'],
      read: textUpTo(300),
      blank: '',
      example: '床垫、床单、被套、枕套、枕芯',
    },
    {
      field: 'picture',
      title: { zh: '图片', en: 'Picture' },
      aliases: ['图片地址'],
      read: (text) =>
        /^\/[\w./-]{1,200}$/.test(text.trim()) && !text.includes('..')
          ? { value: text.trim() }
          : { says: suppliesImportTexts.pictureWrong },
      blank: '',
      example: '/living/bedding.svg',
    },
  ],
  keysOf: (row) => [
    ...buildRowKey('用品编号', row, ['id']),
    ...buildRowKey('用品', row, ['catalogue', 'name']),
  ],
  identity: tableIdentity(shape, 'name', ['catalogue']),
  store: tableStore(shape),
  withdrawal: tableWithdrawal(
    shape,
    sql`exists (select from living_reservation r where t.id = any(r.packages))`,
  ),
  explainRemovalRefusal: async (db, ids) => {
    const { rows: reserved } = await sql`
      select from living_reservation where packages && ${ids}::text[] limit 1`.execute(db)
    return reserved.length === 0 ? undefined : suppliesImportTexts.reserved
  },
}
