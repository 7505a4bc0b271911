import { sql } from 'kysely'
import type { CodecValue } from '#contract/codec'
import { parseYuan, formatYuan } from '#contract/fields'
import { UPLOADED_PICTURE_PREFIX } from '#contract/living-supplies'
import { BUILT_IN_PACKAGE_PICTURES, type PackageValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { countRows } from '../../../platform/database/queries/count-rows.ts'
import { readMessagingAvatar } from '../../../platform/pictures/read-images.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'
import { formatFlag } from '../field-texts.ts'

/** The catalogue of living supplies packages. */
export const livingPackageCatalogue: ReferenceCatalogue<CodecValue<typeof PackageValues>> = {
  noun: 'packages',
  identity: ({ catalogue, name }) => [catalogue, name],
  english: [
    ['name', 'nameEn'],
    ['content', 'contentEn'],
  ],

  find: async (db) => {
    const rows = await db.selectFrom('living_package').selectAll().orderBy('id').execute()
    const english = await loadEnglishNames(db, rows, 'name', 'content')
    return rows.map((row) => ({
      id: row.id,
      values: {
        catalogue: row.catalogue,
        name: row.name,
        nameEn: english(row.name),
        price: formatYuan(row.price_fen),
        mandatory: formatFlag(row.mandatory),
        content: row.content,
        contentEn: english(row.content),
        picture: row.picture,
      },
      withdrawn: row.withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const picture = await pictureOf(db, values.picture)
    if (picture === undefined) return referenceDataTexts.unknownPicture
    const row = {
      catalogue: values.catalogue,
      name: values.name,
      price_fen: parseYuan(values.price),
      mandatory: values.mandatory === '1',
      content: values.content,
      picture,
    }
    if (
      before !== undefined &&
      (parseYuan(before.values.price) !== row.price_fen ||
        before.values.catalogue !== row.catalogue)
    ) {
      const why = await explainReserved(db, before.id)
      if (why !== undefined) return why
    }
    const id = before?.id ?? createSecret().slice(0, 12)
    return saveById(db, 'living_package', { ...row, id })
  },

  withdraw: async (db, { id }, now) => {
    const why = await explainReserved(db, id)
    if (why !== undefined) return why
    return withdrawById('living_package')(db, { id }, now)
  },
}

// The picture of a package: one of the app's pictures, a picture that is already in use, or an
// uploaded picture, which is re-encoded.
async function pictureOf(db: Db, picture: string): Promise<string | undefined> {
  if (picture === '' || BUILT_IN_PACKAGE_PICTURES.some((known) => known === picture)) return picture
  const used = await db
    .selectFrom('living_package')
    .select('id')
    .where('picture', '=', picture)
    .executeTakeFirst()
  if (used !== undefined) return picture
  if (!picture.startsWith(UPLOADED_PICTURE_PREFIX)) return undefined
  const bytes = Buffer.from(picture.slice(UPLOADED_PICTURE_PREFIX.length), 'base64')
  const made = await readMessagingAvatar(bytes)
  return made && `${UPLOADED_PICTURE_PREFIX}${made.toString('base64')}`
}

async function explainReserved(db: Db, id: string): Promise<LocalizedText | undefined> {
  const count = await countRows(
    db.selectFrom('living_reservation').where(sql<boolean>`${id} = any (packages)`),
  )
  return count === 0 ? undefined : fillTemplateText(referenceDataTexts.reserved, count)
}
