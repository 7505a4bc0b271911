import { contentImportTexts } from '#i18n/import-content'
import { textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { tableIdentity, tableStore, type TableShape } from '../table-store.ts'

const shape = {
  table: 'english',
  id: ['chinese'],
  fields: { chinese: 'text', english: 'text' },
} as const satisfies TableShape

/** The English names. Outdated names do no harm, so they are not withdrawn. */
export const englishNamesImport: ImportKindDefinition = {
  name: 'english-names',
  title: contentImportTexts.names,
  about: contentImportTexts.namesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'chinese',
      title: { zh: '中文', en: 'Chinese' },
      aliases: ['中文名称', '名称'],
      needed: true,
      read: textUpTo(200),
      example: '信息学院',
    },
    {
      field: 'english',
      title: { zh: '英文', en: 'English' },
      aliases: ['英文名称'],
      needed: true,
      read: textUpTo(200),
      example: 'School of Information',
    },
  ],
  isOfWords: true,
  keysOf: (row) => buildRowKey('中文', row, ['chinese']),
  identity: tableIdentity(shape, 'chinese'),
  store: tableStore(shape),
}
