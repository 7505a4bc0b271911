import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PERIODS, getLessonStartAndEnd } from '#contract/bell-schedules'
import type { Holiday } from '#contract/timetable'
import { formatICalendar } from '#server/features/timetable/icalendar'
import { toChinaDay } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

const ask = async (who = student, body: object = {}): Promise<string> =>
  (await who.post('/api/timetable/calendarAddress', { stuNumber: '', ...body })).body.address
const open = async (address: string) => {
  const response = await backend.fetch(address)
  return {
    status: response.status,
    headers: response.headers,
    text: Buffer.from(await response.arrayBuffer()).toString('utf8'),
  }
}
// Undo line folding: the text after a line break and one space continues the line before.
const unfolded = (text: string) => text.replaceAll('\r\n ', '')
const eventsOf = (text: string) =>
  unfolded(text)
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(event.split('\r\n').map((line) => [line.split(/[;:]/, 1)[0] ?? '', line])),
    )

describe('the address of a calendar feed', () => {
  test('a calendar address cannot be guessed, works without a sign-in, and is stored only as its hash [TTB-05]', async () => {
    const address = await ask()
    expect(address).toMatch(/^\/api\/timetable\/calendar\.ics\?key=[\w-]{43}&lang=zh$/)
    const { status, headers } = await open(address)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ])
    const stored = await backend.db.selectFrom('calendar_key').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(/key=([\w-]+)/.exec(address)?.[1])
    for (const wrong of [
      '/api/timetable/calendar.ics',
      '/api/timetable/calendar.ics?key=x',
      address.replace('&', 'x&'),
    ])
      expect((await open(wrong)).status).toBe(404)
  })

  test('requesting another calendar address keeps the earlier ones valid; renewing invalidates them all [TTB-05]', async () => {
    const [first, second] = [await ask(), await ask()]
    expect(new Set([first, second]).size).toBe(2)
    expect([(await open(first)).status, (await open(second)).status]).toEqual([200, 200])
    const other = await ask(await backend.signInAs('880002'))
    const renewed = await ask(student, { renew: '1' })
    expect([
      (await open(first)).status,
      (await open(second)).status,
      (await open(renewed)).status,
    ]).toEqual([404, 404, 200])
    expect((await open(other)).status).toBe(200)
    const many: string[] = []
    for (let n = 0; n < 6; n++) {
      backend.clock.advance(1)
      many.push(await ask())
    }
    const statuses = await Promise.all(many.map(async (one) => (await open(one)).status))
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200])
  })

  test('only students get calendar addresses, and only for their own timetable [TTB-05]', async () => {
    expect(
      (await (await backend.signInAs('T1001')).post('/api/timetable/calendarAddress')).status,
    ).toBe(403)
    expect((await backend.post('/api/timetable/calendarAddress')).status).toBe(401)
    expect(
      (await student.post('/api/timetable/calendarAddress', { stuNumber: '880002' })).status,
    ).toBe(403)
  })
})

describe('the calendar feed', () => {
  test('the calendar feed has every lesson of the term once, at its time in China, repeated until its last week [TTB-07]', async () => {
    const { text } = await open(await ask())
    const { body } = await student.post('/stuTable', { stuNumber: '880001' })
    const lessons = Object.entries<
      ({ isrowSpan: boolean; courseName: string; rowSpan: number } | null)[]
    >(body.data).flatMap(([period, cells]) =>
      cells.flatMap((cell, day) =>
        cell === null || cell.isrowSpan
          ? []
          : [
              {
                course: cell.courseName,
                day,
                ...getLessonStartAndEnd(DEFAULT_PERIODS, {
                  period: Number(period),
                  periods: cell.rowSpan,
                }),
              },
            ],
      ),
    )
    const events = eventsOf(text)
    expect(events).toHaveLength(lessons.length)
    for (const { course, day, starts, ends } of lessons) {
      const date = new Date(Date.parse(body.startDate) + day * 86_400_000)
        .toISOString()
        .slice(0, 10)
        .replaceAll('-', '')
      expect(events).toContainEqual(
        expect.objectContaining({
          SUMMARY: `SUMMARY:${course}`,
          DTSTART: `DTSTART;TZID=Asia/Shanghai:${date}T${starts.replace(':', '')}00`,
          DTEND: `DTEND;TZID=Asia/Shanghai:${date}T${ends.replace(':', '')}00`,
        }),
      )
    }
  })

  test('lessons of odd weeks recur every second week in the calendar feed, lessons of all weeks recur every week [TTB-08]', async () => {
    const events = eventsOf((await open(await ask())).text)
    const rule = (course: string) =>
      events.filter(({ SUMMARY }) => SUMMARY === `SUMMARY:${course}`).map(({ RRULE }) => RRULE)
    expect(rule('形势与政策')).toEqual(['RRULE:FREQ=WEEKLY;COUNT=10;INTERVAL=2'])
    expect(rule('数据结构')).toEqual(
      ['RRULE:FREQ=WEEKLY;COUNT=20;INTERVAL=1', 'RRULE:FREQ=WEEKLY;COUNT=20;INTERVAL=1'].map(
        (one) => expect.stringContaining(one),
      ),
    )
  })

  test('the calendar feed has its time zone, a reminder 15 minutes before each lesson, and stable UIDs [TTB-07]', async () => {
    const { text } = await open(await ask())
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/)
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
    // All properties of the calendar precede its first component (RFC 5545, 3.4).
    const [head = '', ...parts] = text.split(/^BEGIN:(?:VTIMEZONE|VEVENT)\r\n/m)
    expect(head).toContain('X-WR-CALNAME:')
    for (const part of parts)
      expect(part).toMatch(/END:(VTIMEZONE|VEVENT)\r\n(END:VCALENDAR)?(\r\n)?$/)
    expect(text).toContain('TZID:Asia/Shanghai\r\nBEGIN:STANDARD')
    for (const { DTSTAMP } of eventsOf(text)) expect(DTSTAMP).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/)
    const alarms = text.match(/BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M/g)
    expect(alarms).toHaveLength(eventsOf(text).length)
    const ids = eventsOf(text).map(({ UID }) => UID)
    expect(new Set(ids).size).toBe(ids.length)
    await backend.db
      .updateTable('lesson')
      .set({ room: '换了教室' })
      .where('course', '=', '数据结构')
      .execute()
    const later = (await open(await ask())).text
    expect(eventsOf(later).map(({ UID }) => UID)).toEqual(ids)
    expect(later).toContain('LOCATION:换了教室')
  })

  test('the calendar feed folds long lines and escapes special characters as RFC 5545 requires [TTB-04]', () => {
    const course = '形势与政策；'.repeat(20)
    const strange = 'a,b;c\\d\ne\r\nEND:VEVENT 🎓'
    const base = {
      id: 'l',
      class_name: 'c',
      term: 't',
      period: 1,
      periods: 2,
      odd_weeks_only: false,
      weeks: '',
      teaching_class: '',
      note: '',
    }
    const text = formatICalendar(
      {
        label: '2026-2027学年第一学期',
        first_monday: '2026-09-07',
        weeks: 20,
        holidays: [],
        swappedDays: [],
        schedules: [],
        exams: [],
      },
      [
        { ...base, day: 1, course, room: strange, teacher: 'x' },
        { ...base, day: 2, course: 'y', room: '', teacher: '' },
      ],
      'zh',
    )
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).not.toContain('\uFFFD')
    expect(unfolded(text)).toContain(`SUMMARY:${course}\r\n`)
    expect(unfolded(text)).toContain('LOCATION:a\\,b\\;c\\\\d\\ne\\nEND:VEVENT 🎓\r\n')
    expect(text.match(/^END:VEVENT$/gm)?.length ?? text.split('END:VEVENT\r\n').length - 1).toBe(2)
  })

  const nationalDay = {
    from: '2026-10-01',
    to: '2026-10-07',
    title: '国庆节放假',
    titleEn: undefined,
  }
  const term = { label: '2026-2027学年第一学期', first_monday: '2026-09-07', weeks: 20 }
  const lesson = {
    class_name: 'c',
    term: 't',
    period: 1,
    periods: 2,
    course: 'x',
    room: '',
    teacher: '',
    odd_weeks_only: false,
    id: 'l',
    weeks: '',
    teaching_class: '',
    note: '',
  }
  const exdates = (holidays: readonly Holiday[], given: Partial<typeof lesson & { day: number }>) =>
    eventsOf(
      formatICalendar(
        { ...term, holidays, swappedDays: [], schedules: [], exams: [] },
        [{ ...lesson, day: 4, ...given }],
        'zh',
      ),
    ).map(({ EXDATE }) => EXDATE)

  test('the calendar feed leaves out the lessons of a holiday, and no others [TTB-08]', () => {
    expect(exdates([nationalDay], {})).toEqual(['EXDATE;TZID=Asia/Shanghai:20261001T080000'])
    expect(exdates([nationalDay], { day: 3 })).toEqual([
      'EXDATE;TZID=Asia/Shanghai:20261007T080000',
    ])
    // Thursday the 1st is in the fourth week, which is even.
    expect(exdates([nationalDay], { odd_weeks_only: true })).toEqual([undefined])
    expect(exdates([{ ...nationalDay, to: '2026-10-15' }], { period: 3 })).toEqual([
      'EXDATE;TZID=Asia/Shanghai:20261001T100000,20261008T100000,20261015T100000',
    ])
    expect(exdates([], {})).toEqual([undefined])
    // When a term begins with a holiday, the recurrence starts a week later.
    expect(
      exdates([{ from: '2026-09-10', to: '2026-09-10', title: '教师节', titleEn: undefined }], {}),
    ).toEqual([undefined])
  })

  test('the calendar feed ends with a line break, and states its refresh interval before its first component', () => {
    const text = formatICalendar(
      { ...term, holidays: [nationalDay], swappedDays: [], schedules: [], exams: [] },
      [{ ...lesson, day: 4 }],
      'zh',
    )
    expect(text).toMatch(/END:VCALENDAR\r\n$/)
    const [head = ''] = text.split(/^BEGIN:(?:VTIMEZONE|VEVENT)/m)
    expect(head).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\nX-PUBLISHED-TTL:PT6H\r\n')
  })

  test('the holidays of the school calendar are the same on the calendar page, in the timetable and in the calendar feed [CAL-03]', async () => {
    const { first_monday } = await backend.db
      .selectFrom('term')
      .selectAll()
      .where('first_monday', '<=', toChinaDay(backend.clock.now()))
      .orderBy('first_monday', 'desc')
      .executeTakeFirstOrThrow()
    await backend.db.deleteFrom('calendar_event').execute()
    const day = { first_day: first_monday, last_day: first_monday }
    await backend.db
      .insertInto('calendar_event')
      .values([
        { ...day, title: '放假', title_en: 'Off', holiday: true },
        { ...day, title: '开学典礼' },
        { first_day: '2001-01-01', last_day: '2001-01-07', title: '放假', holiday: true },
      ])
      .execute()
    const holiday = { date: first_monday, endDate: first_monday, title: '放假', titleEn: 'Off' }
    const shown = (await backend.post('/api/calendar/find')).body.data
    expect(shown.events).toContainEqual({ ...holiday, holiday: '1' })
    expect(shown.events).toHaveLength(3)
    expect(shown.terms.map(({ startDate }: { startDate: string }) => startDate)).toContain(
      first_monday,
    )
    const { body } = await student.post('/stuTable', { stuNumber: '' })
    expect(body.holidays).toEqual([holiday])
    const events = eventsOf((await open(await ask())).text)
    const monday = first_monday.replaceAll('-', '')
    for (const { DTSTART = '', EXDATE } of events) {
      const [, at = ''] = DTSTART.split(':')
      expect(EXDATE).toBe(at.startsWith(monday) ? `EXDATE;TZID=Asia/Shanghai:${at}` : undefined)
    }
  })

  test('a campus without a term has no calendar [TTB-05]', async () => {
    const own = await startBackend()
    const someone = await own.signInAs('880002')
    const { body } = await someone.post('/api/timetable/calendarAddress')
    await own.db.deleteFrom('term').execute()
    expect((await own.fetch(body.address)).status).toBe(404)
    await own.close()
  })
})
