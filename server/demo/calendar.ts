import type { Db } from '../platform/database/db.ts'

type Event = readonly [from: string, to: string, title: string, titleEn: string, holiday: boolean]

const EVENTS: readonly Event[] = [
  ['2025-10-01', '2025-10-08', '国庆节、中秋节放假', 'National Day and Mid-Autumn holidays', true],
  ['2026-01-01', '2026-01-03', '元旦放假', 'New Year holiday', true],
  ['2026-01-12', '2026-01-18', '期末考试', 'Final examinations', false],
  ['2026-01-19', '2026-02-22', '寒假', 'Winter holidays', true],
  ['2026-05-01', '2026-05-05', '劳动节放假', 'Labour Day holiday', true],
  ['2026-07-13', '2026-08-30', '暑假', 'Summer holidays', true],
  ['2026-08-31', '2026-09-02', '新生报到', 'New students arrive', false],
  ['2026-09-03', '2026-09-06', '新生军训', 'Military training of new students', false],
  ['2026-10-01', '2026-10-07', '国庆节放假', 'National Day holiday', true],
  ['2026-11-20', '2026-11-22', '运动会', 'Sports meeting', false],
  ['2026-12-20', '2026-12-20', '补课日', 'Lessons are made up', false],
  ['2027-01-01', '2027-01-03', '元旦放假', 'New Year holiday', true],
  ['2027-01-18', '2027-01-24', '期末考试', 'Final examinations', false],
  ['2027-01-25', '2027-02-21', '寒假', 'Winter holidays', true],
  ['2027-05-01', '2027-05-05', '劳动节放假', 'Labour Day holiday', true],
  ['2027-07-12', '2027-08-29', '暑假', 'Summer holidays', true],
]

/** Inserts the events of the demo campus; events that exist stay unchanged. */
export async function seedCalendar(tx: Db): Promise<void> {
  const has = await tx.selectFrom('calendar_event').select('id').limit(1).executeTakeFirst()
  if (has !== undefined) return
  await tx
    .insertInto('calendar_event')
    .values(
      EVENTS.map(([first_day, last_day, title, title_en, holiday]) => ({
        first_day,
        last_day,
        title,
        title_en,
        holiday,
      })),
    )
    .execute()
}
