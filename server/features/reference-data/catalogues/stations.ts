import type { CodecValue } from '#contract/codec'
import { toDuplicateKey } from '#contract/names'
import type { StationValues } from '#contract/reference-data'
import { stationServerTexts as texts } from '#i18n/stations-server'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { DORMITORY } from '../../stations/public.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'

type Values = CodecValue<typeof StationValues>

/** The catalogue of stations of the arrival, with their order and the staff who scan there. */
export const stationCatalogue: ReferenceCatalogue<Values> = {
  noun: 'stations',
  identity: ({ name }) => [name],
  english: [['name', 'nameEn']],

  find: async (db) => {
    const rows = await db
      .selectFrom('station')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute()
    const staff = await db
      .selectFrom('station_staff')
      .selectAll()
      .orderBy('station_id')
      .orderBy('staff_code')
      .execute()
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const english = await loadEnglishNames(db, rows, 'name')
    return rows.map(({ id, name, position, before_ids, repeats, withdrawn_at }) => ({
      id,
      values: {
        order: String(position),
        name,
        nameEn: english(name),
        comesAfter: before_ids
          .map((one) => (one === DORMITORY ? texts.dormitory.zh : (names.get(one) ?? one)))
          .join('\n'),
        repeats: repeats ? '1' : '0',
        scanners: staff
          .flatMap(({ station_id, staff_code }) => (station_id === id ? [staff_code] : []))
          .join('\n'),
      },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    if (toDuplicateKey([values.name]) === toDuplicateKey([texts.dormitory.zh]))
      return texts.reserved
    const id = before?.id ?? createSecret().slice(0, 12)
    const order = await findEarlierStations(db, { id, values })
    if ('says' in order) return order.says
    const staff = await findScanningStaff(db, values)
    if ('says' in staff) return staff.says
    const row = {
      name: values.name,
      position: Number(values.order),
      before_ids: order.ids,
      repeats: values.repeats === '1',
    }
    await saveById(db, 'station', { ...row, id })
    await db.deleteFrom('station_staff').where('station_id', '=', id).execute()
    if (staff.codes.length > 0)
      await db
        .insertInto('station_staff')
        .values(staff.codes.map((staff_code) => ({ station_id: id, staff_code })))
        .execute()
    return id
  },

  withdraw: async (db, { id }, now) => {
    const next = await db
      .selectFrom('station')
      .select('name')
      .where('withdrawn_at', 'is', null)
      .where((e) => e(e.val(id), '=', e.fn.any('before_ids')))
      .executeTakeFirst()
    if (next !== undefined) return fillTemplateText(texts.isNeeded, next.name)
    return withdrawById('station')(db, { id }, now)
  },
}

const splitLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

// The ids of the stations that come before. A circle would let no student pass any of them.
async function findEarlierStations(
  db: Db,
  { id, values }: { id: string; values: Values },
): Promise<{ ids: string[] } | { says: LocalizedText }> {
  const all = await db
    .selectFrom('station')
    .select(['id', 'name', 'before_ids'])
    .where('withdrawn_at', 'is', null)
    .execute()
  const ids: string[] = []
  for (const name of splitLines(values.comesAfter)) {
    const found =
      name === texts.dormitory.zh ? DORMITORY : all.find((station) => station.name === name)?.id
    if (name === values.name) return { says: texts.circle }
    if (found === undefined) return { says: fillTemplateText(texts.unknownStation, name) }
    ids.push(found)
  }
  const earlier = new Map(all.map((station) => [station.id, station.before_ids]))
  const seen = new Set<string>()
  const open = [...ids]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return { says: texts.circle }
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(earlier.get(next) ?? []))
  }
  return { ids }
}

async function findScanningStaff(
  db: Db,
  { scanners }: Values,
): Promise<{ codes: string[] } | { says: LocalizedText }> {
  const codes: string[] = []
  for (const number of splitLines(scanners)) {
    const found = await db
      .selectFrom('staff')
      .select('code')
      .where('code', 'in', [number, number.toUpperCase()])
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (found === undefined) return { says: fillTemplateText(texts.unknownStaff, number) }
    codes.push(found.code)
  }
  return { codes: [...new Set(codes)] }
}
