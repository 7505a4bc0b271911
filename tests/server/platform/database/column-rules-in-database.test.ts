import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importKinds } from '#server/features/imports/kinds/index'
import { migrate } from '#server/platform/database/migrations/migrations'
import type { ColumnRule } from '#server/platform/database/rules/column-rule'
import { columnRules } from '#server/platform/database/rules/column-rules'
import { tableConstraints } from '#server/platform/database/rules/constraint-sync'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'
import { propertyParameters } from '../../../support/properties/property-parameters.ts'
import { waitUntil } from '../../../support/setup/wait-until.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const rules = Object.entries(columnRules).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, rule]): [string, ColumnRule] => [
    `${table}.${column}`,
    rule,
  ]),
)
const isNumeric = (rule: ColumnRule) =>
  rule.sql('x').includes('between') && !/char_length/.test(rule.sql('x'))

describe('one column rule, checked by imports and by the database', () => {
  // Generate characters that occur in the rules, so that many values are nearly valid.
  const near = fc.oneof(
    fc.constantFrom('1', '2', '3', '', ' ', '0', 'science', 'staff', '紫荆苑', '2026', '２０２６'),
    fc.constantFrom('2026-2027学年第一学期', '2026-2027学年第三学期', '12.50', '12.505', '1\n'),
    fc.constantFrom('11010120080101001X', '11010120080101001x', '110101800101001', '13800000000'),
    fc.constantFrom("'; --", '١', '😀'.repeat(50), '😀'.repeat(51), 'onlinefee', 'everyone'),
    fc.string({
      unit: fc.constantFrom(...'0123456789Xx年学一二-./aZ \n'.split('')),
      maxLength: 20,
    }),
    fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !text.includes('\0')),
  )

  test('the database refuses the values that an import refuses, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(near, { minLength: 20, maxLength: 60 }),
        fc.array(fc.oneof(fc.integer({ min: -2, max: 1100 }), fc.maxSafeInteger()), {
          minLength: 20,
          maxLength: 60,
        }),
        async (texts, numbers) => {
          for (const [type, values] of [
            ['text', texts],
            ['bigint', numbers],
          ] as const) {
            const asked = rules.filter(([, rule]) => isNumeric(rule) === (type === 'bigint'))
            const conditions = sql.raw(asked.map(([, rule]) => rule.sql('x')).join(', '))
            const { rows } = await sql<{ kept: boolean[] }>`select array[${conditions}] as kept
              from unnest(${values}::${sql.raw(type)}[]) with ordinality as t (x, n) order by n`.execute(
              backend.db,
            )
            for (const [n, value] of values.entries())
              expect({ value, kept: rows[n]?.kept }).toEqual({
                value,
                kept: asked.map(([, rule]) => rule.accepts(value)),
              })
          }
        },
      ),
      propertyParameters(15),
    )
  })

  /** The table that each import kind fills, if the columns have the table's names. */
  const TABLES = {
    departments: 'department',
    majors: 'major',
    classes: 'school_class',
    students: 'student',
    staff: 'staff',
    terms: 'term',
    lessons: 'lesson',
    steps: 'flow_step',
    'home-entries': 'application',
    'dorm-types': 'dorm_type',
    rooms: 'dorm_place',
    'room-places': 'dorm_place',
    'fee-items': 'fee_item',
    charges: 'charge',
    scholarships: 'scholarship',
    'least-fees': 'lowest_fee',
    'application-rules': 'application_rule',
    'living-packages': 'living_package',
    'uniform-sizes': 'uniform_size',
    'taught-courses': 'taught_course',
    'evaluation-questions': 'evaluation_question',
    grades: 'grade',
    notices: 'notice',
  } as const
  const columns = importKinds.flatMap((kind) => {
    const table = Object.entries(TABLES).find(([name]) => name === kind.name)?.[1]
    const own: [string, ColumnRule][] =
      table === undefined ? [] : Object.entries(columnRules[table])
    return kind.columns.flatMap(({ field, read }) => {
      const rule = own.find(([column]) => column === field)?.[1]
      return rule === undefined ? [] : [{ name: `${kind.name}.${field}`, read, rule }]
    })
  })

  test('the database accepts the values that an import reads, and an import accepts the codes in the database', () => {
    expect(columns.length).toBeGreaterThan(50)
    // The comparison leaves out four columns: money is in yuan in a file and in fen in the table,
    // an import also verifies the check digit of an ID card, the console accepts any phone number
    // of an office, and a free text is not a code.
    const coded = columns.filter(
      ({ name, rule }) =>
        !/_fen$|id_card$|staff\.phone$/.test(name) && !/char_length/.test(rule.sql('x')),
    )
    fc.assert(
      fc.property(near, fc.integer({ min: -2, max: 3000 }), (text, number) => {
        for (const { name, read, rule } of columns)
          for (const typed of [text, String(number)]) {
            if (typed.trim() === '') continue
            const reading = read(typed)
            if (!('value' in reading) || reading.value === null) continue
            expect([
              name,
              typed,
              rule.accepts(String(reading.value)) || rule.accepts(Number(reading.value)),
            ]).toEqual([name, typed, true])
          }
        for (const { name, read, rule } of coded)
          for (const code of [text, number].filter((one) => one !== '' && rule.accepts(one)))
            expect([name, code, read(String(code))]).toMatchObject([
              name,
              code,
              { value: expect.anything() },
            ])
      }),
      propertyParameters(300),
    )
  })

  test('every column rule is enforced on the demo campus', async () => {
    const { rows } = await sql<{
      name: string
    }>`select conname as name from pg_constraint where convalidated and conname like '%\_rule'`.execute(
      backend.db,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      tableConstraints.map(({ name }) => name).toSorted(),
    )
  })

  test.each([
    ["update student set gender = '男' where code = 'S990001'", 'student_gender_rule'],
    ["update student set id_card = '1.10101E+17' where code = 'S990001'", 'student_id_card_rule'],
    ["update lesson set day = 8 where course = '体育'", 'lesson_day_rule'],
    ["update lesson set period = 14 where course = '高等数学'", 'lesson_end_rule'],
    ["update term set first_monday = '2026-09-01'", 'term_monday_rule'],
  ])('the database refuses: %s', async (statement, constraint) => {
    await expect(sql.raw(statement).execute(backend.db)).rejects.toMatchObject({ constraint })
  })
})

describe('a database with rows that violate a rule', () => {
  test('a database reports the number of rows that violate a rule, stays usable, and enforces the rule once they are corrected', async () => {
    const { db, connectionString } = backend
    const student = (gender: string) =>
      sql`update student set gender = ${gender} where code = 'S990003'`.execute(db)
    await sql`alter table student drop constraint student_gender_rule`.execute(db)
    await student('0')
    const [sentence, ...others] = await migrate(connectionString)
    expect(others).toEqual([])
    expect(sentence).toContain(
      'The table student has 1 rows that break a rule (gender is one of 1, 2)',
    )
    // A row that violates the rule cannot be updated, whichever column changes.
    await sql`update student set phone = '' where code = 'S990003'`.execute(db)
    await student('1')
    expect(await migrate(connectionString)).toEqual([])
    await expect(student('0')).rejects.toMatchObject({ constraint: 'student_gender_rule' })
  })

  test('a changed rule replaces the old constraint, and a removed rule’s constraint is dropped', async () => {
    const { db, connectionString } = backend
    await sql`alter table student drop constraint student_type_rule, add constraint student_type_rule check (type <> 'x'),
      add constraint student_name_gone_rule check (name <> 'x')`.execute(db)
    expect(await migrate(connectionString)).toEqual([])
    const change = (column: string) =>
      sql.raw(`update student set ${column} = 'x' where code = 'S990003'`).execute(db)
    await expect(change('type')).rejects.toThrow(/student_type_rule/)
    await change('name')
  })
})

describe('rooms', () => {
  const ROOM = { building: '测试楼', room: '101', type_name: '双人间' }
  const place = (student_code: string, bed: string, room = '101') => ({
    ...ROOM,
    room,
    student_code,
    bed,
  })
  const move = (...rows: ReturnType<typeof place>[]) =>
    backend.db.insertInto('dorm_place').values(rows).execute()
  beforeAll(async () => {
    await backend.db
      .insertInto('dorm_room')
      .values([
        { ...ROOM, beds: ['1', '2'], gender: '1' },
        { ...ROOM, room: '102', beds: ['A'], gender: null },
      ])
      .execute()
  })

  test('a room takes as many students as it has beds, and only students of its gender', async () => {
    await expect(move(place('S990001', '1'))).rejects.toMatchObject({
      constraint: 'dorm_place_gender_of_room',
    })
    await move(place('S990003', '1'), place('S880003', '2'))
    await expect(move(place('S990004', '3'))).rejects.toMatchObject({
      constraint: 'dorm_place_bed_of_room',
    })
    await move(place('S990001', 'A', '102'))
    const room = backend.db.updateTable('dorm_room').where('building', '=', ROOM.building)
    await expect(room.set({ beds: ['1'] }).execute()).rejects.toMatchObject({
      constraint: 'dorm_room_of_places',
    })
    await expect(
      backend.db.deleteFrom('dorm_room').where('building', '=', ROOM.building).execute(),
    ).rejects.toMatchObject({ constraint: 'dorm_room_lived_in' })
    await room.set({ withdrawn_at: backend.clock.now() }).where('room', '=', '102').execute()
    await expect(
      sql`update dorm_place set bed = 'A', room = '102' where student_code = 'S880003'`.execute(
        backend.db,
      ),
    ).rejects.toMatchObject({ constraint: 'dorm_place_room_closed' })
  })

  /**
   * Change a room while a student is moving in and has not committed yet. Returns the result of the
   * change.
   */
  async function meanwhile(movedIn: string, change: string): Promise<string> {
    const [moving, changing] = [connection(), connection()]
    await Promise.all([moving.connect(), changing.connect()])
    await moving.query('begin')
    await moving.query(
      `insert into dorm_place (student_code, type_name, building, room, bed) values ${movedIn}`,
    )
    const changed = changing.query(change).then(
      () => 'changed',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.constraint : undefined),
    )
    await waitUntil(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where wait_event_type = 'Lock' and query = ${change}`.execute(backend.db)
      expect(rows[0]?.n).toBe(1)
    })
    await moving.query('commit')
    const outcome = await changed
    await Promise.all([moving.end(), changing.end()])
    return outcome ?? 'other'
  }
  const connection = () => new pg.Client(backend.connectionString)

  test('a bed cannot be removed while a student is moving into it', async () => {
    await backend.db
      .insertInto('dorm_room')
      .values({ ...ROOM, room: '103', beds: ['1', '2'], gender: null })
      .execute()
    const shrink = "update dorm_room set beds = '{1}' where building = '测试楼' and room = '103'"
    expect(await meanwhile("('S990005', '双人间', '测试楼', '103', '2')", shrink)).toBe(
      'dorm_room_of_places',
    )
  })

  test('a room whose type is changed while a student is moving in applies the new type to the student', async () => {
    await backend.db
      .insertInto('dorm_room')
      .values({ ...ROOM, room: '105', beds: ['1'], gender: null })
      .execute()
    const change =
      "update dorm_room set type_name = '四人间' where building = '测试楼' and room = '105'"
    expect(await meanwhile("('S880002', '双人间', '测试楼', '105', '1')", change)).toBe('changed')
    const { type_name: type } = await backend.db
      .selectFrom('dorm_place')
      .select('type_name')
      .where('student_code', '=', 'S880002')
      .executeTakeFirstOrThrow()
    expect(type).toBe('四人间')
  })

  test('a room that is updated while a student is moving in counts the student', async () => {
    const describing =
      "insert into dorm_room (building, room, type_name, beds) values ('测试楼', '104', '双人间', '{1,2}')"
    expect(await meanwhile("('S880001', '双人间', '测试楼', '104', '7')", describing)).toBe(
      'dorm_room_of_places',
    )
  })
})
