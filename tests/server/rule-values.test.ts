import { describe, expect, test } from 'vitest'
import {
  fromTypedRule,
  parseRuleValue,
  toTypedRule,
} from '#app/features/campus-rules/rule-fields.ts'
import { findRuleStanding } from '#app/features/campus-rules/rule-versions.ts'
import {
  CAMPUS_RULE_KEYS,
  CAMPUS_RULES,
  type CampusRuleKey,
  describeRuleValue,
  isCampusRuleKey,
  type RuleValue,
} from '#contract/campus-rule-list'
import { ALWAYS_OPEN, readSentRule, stateOfWindow, windowRuleOf } from '#contract/campus-rules'
import {
  checkSubmission,
  describeWindowRefusal,
  type RuledSubmission,
} from '#server/features/campus-rules/check-submission'
import {
  findCampusRules,
  initialRuleValue,
  readLoanRules,
  readMessageRule,
  type ServerRules,
  versionAt,
} from '#server/features/campus-rules/rules'

const read = (key: CampusRuleKey, changes: Record<string, unknown>) => {
  const result = CAMPUS_RULES[key].read({ ...CAMPUS_RULES[key].initial, ...changes })
  return result.type === 'ok' ? 'ok' : result.issues.map(({ path }) => path).join()
}

describe('the value of a rule', () => {
  test('is the initial one of each rule, which the rule accepts', () => {
    for (const key of CAMPUS_RULE_KEYS) expect([key, read(key, {})]).toEqual([key, 'ok'])
    expect(['loan', 'window-checkin', 'constructor', ''].map(isCampusRuleKey)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test.each<[CampusRuleKey, Record<string, unknown>, string]>([
    ['deferral', { paid: 0, percent: 1, limit: 1, quota: 0 }, 'ok'],
    ['deferral', { paid: 100_000_000, percent: 100, quota: 1_000_000 }, 'ok'],
    ['deferral', { paid: -1 }, 'paid'],
    ['deferral', { paid: 100_000_001 }, 'paid'],
    ['deferral', { paid: 1.5 }, 'paid'],
    ['deferral', { paid: '1' }, 'paid'],
    ['deferral', { percent: 0 }, 'percent'],
    ['deferral', { percent: 101 }, 'percent'],
    ['deferral', { percent: 1.5 }, 'percent'],
    ['deferral', { limit: 0 }, 'limit'],
    ['deferral', { quota: -1 }, 'quota'],
    ['deferral', { quota: 1_000_001 }, 'quota'],
    ['deferral', { formula: 'share' }, 'formula'],
    ['deferral', { students: 'continuing' }, 'students'],
    ['reduction', { formula: 'share', students: 'none' }, 'ok'],
    ['reduction', { formula: 'percent' }, 'formula'],
    ['loan', { least: 100_000, most: 100_000, step: 100, years: 0 }, 'ok'],
    ['loan', { least: 100_000, most: 300_000, step: 100_000, years: 10 }, 'ok'],
    ['loan', { least: 99 }, 'least,step'],
    ['loan', { least: 200_000, most: 100_000, step: 100_000 }, 'most'],
    ['loan', { least: 100_000, most: 300_000, step: 300_000 }, 'step'],
    ['loan', { least: 100, most: 20_000, step: 100 }, 'ok'],
    ['loan', { least: 100, most: 20_100, step: 100 }, 'step'],
    ['loan', { years: 11 }, 'years'],
    ['grades', { mark: 1, words: [] }, 'ok'],
    ['grades', { mark: 1_000, words: ['合格'] }, 'ok'],
    ['grades', { mark: 0 }, 'mark'],
    ['grades', { mark: 1_001 }, 'mark'],
    ['grades', { words: ['合'.repeat(21)] }, 'words'],
    ['grades', { words: [' '] }, 'words'],
    ['grades', { words: Array.from({ length: 100 }, (_, at) => `${at}`) }, 'ok'],
    ['grades', { words: Array.from({ length: 101 }, (_, at) => `${at}`) }, 'words'],
    ['family', { occupations: ['农民'], relations: ['兄长'] }, 'ok'],
    ['family', { occupations: [] }, 'occupations'],
    ['family', { relations: ['兄长', '父亲'] }, 'relations'],
    ['transfer', { times: 1, reason: 1, students: 'new' }, 'ok'],
    ['transfer', { times: 10 }, 'times'],
    ['transfer', { reason: 1_001 }, 'reason'],
    ['transfer', { arts: 'yes' }, 'arts'],
    ['supplies', { word: ' ' }, 'word'],
    ['countdowns', { code: 60, bed: 1 }, 'ok'],
    ['countdowns', { code: 59 }, 'code'],
    ['countdowns', { code: 601 }, 'code'],
    ['countdowns', { bed: 604_801 }, 'bed'],
    ['keys', { recorded: 1 }, 'recorded'],
    ['review', { first: 2026, last: 2026 }, 'ok'],
    ['review', { first: 2027, last: 2026 }, 'last'],
    ['review', { first: 1999 }, 'first'],
    ['late', { hours: 720 }, 'ok'],
    ['late', { hours: 721 }, 'hours'],
    ['messages', { first: '', fifth: 'push', quietFrom: 0, quietUntil: 23 }, 'ok'],
    ['messages', { first: 'in-app' }, 'first'],
    ['messages', { quietFrom: 24 }, 'quietFrom'],
    ['window-checkin', { from: '2026-09-01 08:00', until: '2026-09-01 08:01' }, 'ok'],
    ['window-checkin', { from: '2026-09-01 08:00', until: '' }, 'ok'],
    ['window-checkin', { from: '2026-09-01 08:00', until: '2026-09-01 08:00' }, 'until'],
    ['window-checkin', { from: '2026-09-01 24:00' }, 'from'],
    ['window-checkin', { from: '2026-02-30 08:00' }, 'from'],
    ['window-checkin', { from: '2026-09-01T08:00' }, 'from'],
    ['window-checkin', { from: '2026-09-01 8:00' }, 'from'],
    ['window-checkin', { from: '2026-09-01 08:000' }, 'from'],
    ['window-checkin', { from: '2026-09-01x 08:00' }, 'from'],
    ['window-checkin', { note: '迟'.repeat(101) }, 'note'],
    ['window-checkin', { noteEn: 'l'.repeat(200) }, 'ok'],
    ['window-checkin', { noteEn: 'l'.repeat(201) }, 'noteEn'],
  ])('%s with %j: %s', (key, changes, result) => expect(read(key, changes)).toBe(result))

  test('is stored without outer blanks, invisible characters and repeated words', () => {
    const stored = CAMPUS_RULES.grades.read({ mark: 60, words: [' 合格\u200b', '合格', '良'] })
    expect(stored).toMatchObject({ type: 'ok', value: { words: ['合格', '良'] } })
  })

  test('says whom it concerns, and what is wrong in the language of the editor', () => {
    const audience = (key: CampusRuleKey, changes: object = {}) => {
      const result = CAMPUS_RULES[key].read({ ...CAMPUS_RULES[key].initial, ...changes })
      return result.type === 'ok' ? result.audience : ''
    }
    expect(
      (
        [
          ['deferral', { students: 'all' }],
          ['deferral', { students: 'new' }],
          ['reduction', {}],
          ['transfer', { students: 'new' }],
          ['family', {}],
          ['supplies', {}],
          ['late', {}],
          ['keys', {}],
          ['review', {}],
          ['grades', {}],
          ['loan', {}],
          ['countdowns', {}],
          ['messages', {}],
          ['window-checkin', {}],
          ['window-onlinefee', {}],
          ['window-selectdorm', {}],
        ] as const
      ).map(([key, changes]) => audience(key, changes)),
    ).toEqual([
      'all',
      'new',
      'continuing',
      'new',
      'new',
      'new',
      'new',
      'supervisors',
      'reviewers',
      'all',
      'all',
      'all',
      'all',
      'new',
      'all',
      'undone',
    ])
    const english = CAMPUS_RULES.late.read({ hours: 721 }, 'en')
    const chinese = CAMPUS_RULES.late.read({ hours: 721 })
    expect(english.type === 'invalid' && english.issues[0]?.message).toMatch(/0.*720/)
    expect(chinese.type === 'invalid' && chinese.issues[0]?.message).toMatch(/\p{Script=Han}/u)
    expect(chinese).not.toEqual(english)
  })

  test('is described field by field, as far as the fields are used', () => {
    const texts = (key: CampusRuleKey, changes: RuleValue, language: 'zh' | 'en' = 'zh') =>
      describeRuleValue(key, { ...CAMPUS_RULES[key].initial, ...changes }, language).map(
        ({ name, text }) => `${name} ${text}`,
      )
    expect(texts('loan', { least: 100_000, most: 1_200_050, step: 100_000, years: 0 })).toEqual([
      'least 1000',
      'most 12000.50',
      'step 1000',
      'years 不限制',
    ])
    expect(texts('loan', { years: 2 }).at(-1)).toBe('years 2')
    const relief = (formula: string) =>
      texts('deferral', { formula, paid: 0, percent: 50, limit: 100, quota: 5 }).map(
        (text) => text.split(' ')[0],
      )
    expect(relief('rest')).toEqual(['formula', 'paid', 'quota', 'students'])
    expect(relief('percent')).toEqual(['formula', 'percent', 'quota', 'students'])
    expect(relief('limit')).toEqual(['formula', 'limit', 'quota', 'students'])
    expect(texts('keys', { recorded: true })).toEqual(['recorded 是'])
    expect(texts('keys', { recorded: false }, 'en')).toEqual(['recorded No'])
    expect(texts('grades', { mark: 60, words: [] })).toEqual(['mark 60', 'words 无'])
    expect(texts('grades', { mark: 60, words: ['良', '优'] })[1]).toBe('words 良、优')
    expect(texts('window-checkin', { from: '', until: '2026-09-01 08:00', note: '' })).toEqual([
      'from 不限制',
      'until 2026-09-01 08:00',
      'note 无',
      'noteEn 无',
    ])
    expect(texts('window-checkin', { note: '请联系学院' })[2]).toBe('note 请联系学院')
    expect(texts('transfer', { students: 'unknown' })[0]).toBe('students unknown')
    expect(texts('transfer', { students: 'new' }, 'en')[0]).not.toBe('students new')
    const channels = texts('messages', { first: '', second: 'sms' })
    expect(channels[0]).toBe('first 无')
    expect(channels[1]).not.toMatch(/sms|undefined/)
    expect(CAMPUS_RULES['window-selectdorm'].title).not.toEqual(
      CAMPUS_RULES['window-livinguse'].title,
    )
    expect(CAMPUS_RULES['window-checkin'].title.en).not.toContain('checkin')
    expect(CAMPUS_RULES['window-schoolInformation'].title.zh).not.toMatch(/[A-Za-z]/)
    expect(CAMPUS_RULES['window-schoolInformation'].title.en).not.toContain('schoolInformation')
  })

  test('is typed as text, and read again', () => {
    for (const key of CAMPUS_RULE_KEYS) {
      const { initial } = CAMPUS_RULES[key]
      expect(fromTypedRule(key, toTypedRule(key, initial))).toEqual(initial)
      expect(parseRuleValue(key, JSON.stringify(initial))).toEqual(initial)
    }
    expect(toTypedRule('loan', { least: 100_000, most: 1_200_050, step: 100, years: 0 })).toEqual({
      least: '1000',
      most: '12000.50',
      step: '1',
      years: '0',
    })
    expect(
      fromTypedRule('loan', { least: '¥1,000', most: '12000.55', step: '1.005', years: '1.5' }),
    ).toEqual({ least: 100_000, most: 1_200_055, step: Number.NaN, years: Number.NaN })
    expect(fromTypedRule('loan', { least: '12345678', most: 'x1', step: '1x' })).toEqual({
      least: Number.NaN,
      most: Number.NaN,
      step: Number.NaN,
      years: Number.NaN,
    })
    expect(fromTypedRule('grades', { mark: ' ６０ ', words: '合格、 良,优；\n中' })).toEqual({
      mark: 60,
      words: ['合格', '良', '优', '中'],
    })
    expect(fromTypedRule('grades', { mark: '1234567890', words: '' })).toEqual({
      mark: Number.NaN,
      words: [],
    })
    expect(fromTypedRule('keys', { recorded: '1' })).toEqual({ recorded: true })
    expect(toTypedRule('keys', {})).toEqual({ recorded: '0' })
    expect(toTypedRule('supplies', {})).toEqual({ word: '' })
    expect(toTypedRule('grades', { mark: 60 })['words']).toBe('')
    expect(parseRuleValue('late', '{"hours":721}')).toBeUndefined()
    expect(parseRuleValue('late', '{')).toBeUndefined()
  })
})

describe('the version of a rule that applies', () => {
  const day = (date: string) => new Date(`2026-09-${date}T00:00:00+08:00`)

  test('is the newest one that has begun', () => {
    const versions = [
      { id: 'y', rule: 'loan', value: {}, valid_from: day('25') },
      { id: 'c', rule: 'late', value: {}, valid_from: day('20') },
      { id: 'b', rule: 'late', value: {}, valid_from: day('10') },
      { id: 'x', rule: 'loan', value: {}, valid_from: day('10') },
      { id: 'a', rule: 'late', value: {}, valid_from: day('01') },
    ] as never
    const at = (date: string) => versionAt(versions, 'late', day(date))?.id
    expect(at('26')).toBe('c')
    expect(['20', '19', '10', '01'].map(at)).toEqual(['c', 'b', 'b', 'a'])
    expect(versionAt(versions, 'late', new Date(0))).toBeUndefined()
  })

  test('is that of the settings if a rule was never changed', () => {
    const settings = { passingGrades: ['合格'], dormHoldSeconds: 60 } as never
    expect(initialRuleValue('grades', settings)).toEqual({
      ...CAMPUS_RULES.grades.initial,
      words: ['合格'],
    })
    expect(initialRuleValue('countdowns', settings)).toEqual({
      ...CAMPUS_RULES.countdowns.initial,
      bed: 60,
    })
    expect(initialRuleValue('late', settings)).toBe(CAMPUS_RULES.late.initial)
  })

  test('is shown with the versions that are planned, and without those that were taken back', () => {
    const version = (id: string, validFrom: string, hours: number, isTakenBack = false) => ({
      id,
      rule: 'late',
      value: JSON.stringify({ hours }),
      validFrom,
      savedAt: '',
      by: '',
      reason: '',
      isTakenBack,
    })
    const versions = [
      version('d', '2026-09-03', 4),
      version('e', '2026-09-05', 5),
      version('t', '2026-09-01', 9, true),
      version('c', '2026-09-01', 3),
      version('b', '2026-09-01', 2),
      { ...version('o', '2026-09-01', 1), rule: 'keys' },
    ]
    const standing = (now: string, of = versions) =>
      findRuleStanding(
        {
          versions: of,
          initial: [
            { rule: 'keys', value: '{"recorded":true}' },
            { rule: 'late', value: '{"hours":7}' },
          ],
          now,
        },
        'late',
      )
    const at = (now: string) => {
      const { value, since, planned, history } = standing(now)
      return [value, since, planned.map(({ id }) => id).join(''), history.length]
    }
    expect(at('2026-09-02')).toEqual([{ hours: 3 }, '2026-09-01', 'de', 5])
    expect(at('2026-09-03')).toEqual([{ hours: 4 }, '2026-09-03', 'e', 5])
    expect(at('2026-08-01')).toEqual([{ hours: 7 }, '', 'bcde', 5])
    expect(standing('2026-09-02', [version('x', '2026-09-01', 721)]).value).toEqual(
      CAMPUS_RULES.late.initial,
    )
    expect(findRuleStanding({ versions: [], initial: [], now: '' }, 'late').value).toEqual(
      CAMPUS_RULES.late.initial,
    )
  })
})

describe('a rule that a backend sends', () => {
  test('applies if it has the shape of the initial one', () => {
    const readAs = <R>(sent: unknown, initial: R) => readSentRule({ rule: sent }, 'rule', initial)
    const initial = { most: 1, words: ['a'], inner: { is: true } }
    const sent = { most: 2, words: ['b'], inner: { is: false }, more: 1 }
    expect(readAs(sent, initial)).toBe(sent)
    for (const wrong of [
      undefined,
      null,
      'text',
      { ...sent, most: '2' },
      { ...sent, words: 'a' },
      { ...sent, words: [1] },
      { ...sent, inner: null },
      { ...sent, inner: 1 },
      { most: 2 },
    ])
      expect(readAs(wrong, initial)).toBe(initial)
    expect(readSentRule(undefined, 'rule', initial)).toBe(initial)
  })
})

describe('the window of a step', () => {
  test('is open from its first minute to the one before its last', () => {
    const window = { from: '2026-09-01 08:00', until: '2026-09-02 08:00' }
    const state = (minute: string) => stateOfWindow(window, minute)
    expect(
      ['2026-09-01 07:59', '2026-09-01 08:00', '2026-09-02 07:59', '2026-09-02 08:00'].map(state),
    ).toEqual(['before', 'open', 'open', 'over'])
    expect(stateOfWindow(ALWAYS_OPEN, '2026-09-01 08:00')).toBe('open')
    expect(windowRuleOf('checkin')).toBe('window-checkin')
  })

  test('refuses a submission with its times and its note; that of the check-in applies to every page but the payment', () => {
    const open = Object.fromEntries(
      CAMPUS_RULE_KEYS.filter((key) => key.startsWith('window-')).map((key) => [key, ALWAYS_OPEN]),
    )
    const refusal = (
      windows: object,
      page: 'selectdorm' | 'onlinefee' = 'selectdorm',
      at = '2026-09-01T08:00:00+08:00',
    ) =>
      describeWindowRefusal({ ...open, ...windows } as unknown as ServerRules, page, new Date(at))
    const later = { ...ALWAYS_OPEN, from: '2026-09-01 08:01' }
    const over = { ...ALWAYS_OPEN, until: '2026-09-01 08:00', note: '请联系学院', noteEn: '' }
    expect(refusal({})).toBeUndefined()
    expect(refusal({ 'window-selectdorm': later })?.zh).toContain('2026-09-01 08:01')
    expect(refusal({ 'window-livinguse': later })).toBeUndefined()
    expect(refusal({ 'window-checkin': later })).toBeDefined()
    expect(refusal({ 'window-checkin': later }, 'onlinefee')).toBeUndefined()
    expect(refusal({ 'window-onlinefee': later }, 'onlinefee')).toBeDefined()
    const told = refusal({ 'window-selectdorm': over })
    expect(told?.zh).toContain('2026-09-01 08:00')
    expect([told?.zh, told?.en]).toEqual([
      expect.stringContaining('请联系学院'),
      expect.stringContaining('请联系学院'),
    ])
    const english = refusal({ 'window-selectdorm': { ...over, noteEn: 'Ask your college' } })
    expect(english?.en).toContain('Ask your college')
    const silent = refusal({ 'window-selectdorm': { ...over, note: '' } })
    expect(silent?.zh).toContain('2026-09-01 08:00')
    expect(told?.zh.startsWith(silent?.zh ?? '?')).toBe(true)
  })
})

// A database in which every statement has these rows.
const databaseOf = (rows: readonly object[], executed: string[] = []): never => {
  const query: unknown = new Proxy(
    {},
    {
      get: (_target, name) => {
        if (name === 'then') return undefined
        if (name === 'execute') return () => Promise.resolve(rows)
        return () => {
          if (name === 'executeQuery') executed.push('executed')
          return query
        }
      },
    },
  )
  return query as never
}

describe('the rules of the campus', () => {
  const now = new Date('2026-09-10T08:00:00+08:00')
  const earlier = new Date('2026-09-10T06:00:00+08:00')
  const version = (rule: string, value: object, from: Date) => ({
    id: rule,
    rule,
    value,
    valid_from: from,
  })
  const settings = { passingGrades: ['合格'], dormHoldSeconds: 60 }
  const ask = (rows: readonly object[], executed?: string[]) => ({
    db: databaseOf(rows, executed),
    caller: { role: 'nobody' } as const,
    tools: { settings } as never,
    now,
  })

  test('have the value of the version that applies; one that is no value any more does not count', async () => {
    const rules = await findCampusRules(ask([version('late', { hours: 5 }, earlier)]))
    const expected = Object.fromEntries(
      CAMPUS_RULE_KEYS.map((key) => [key, initialRuleValue(key, settings as never)]),
    )
    expect(rules).toEqual({ ...expected, late: { hours: 5 } })
    expect((await findCampusRules(ask([version('late', { hours: 721 }, earlier)]))).late).toEqual(
      CAMPUS_RULES.late.initial,
    )
    const window = { ...ALWAYS_OPEN, from: '2026-09-01 08:00' }
    for (const key of CAMPUS_RULE_KEYS.filter((one) => one.startsWith('window-')))
      expect((await findCampusRules(ask([version(key, window, earlier)])))[key]).toEqual(window)
  })

  test('of loans and messages are read without a request', async () => {
    const loan = { ...CAMPUS_RULES.loan.initial, years: 3 }
    const at = await readLoanRules(databaseOf([version('loan', loan, now)]))
    expect([at(now), at(earlier)]).toEqual([loan, CAMPUS_RULES.loan.initial])
    const messages = { ...CAMPUS_RULES.messages.initial, quietFrom: 20 }
    const db = databaseOf([version('messages', messages, now)])
    expect(await readMessageRule(db, now)).toEqual(messages)
    expect(await readMessageRule(db, earlier)).toEqual(CAMPUS_RULES.messages.initial)
  })

  describe('judge a submission', () => {
    const closed = version(
      'window-selectdorm',
      { ...ALWAYS_OPEN, until: '2026-09-10 07:00' },
      new Date(0),
    )
    const submit = async (
      rows: readonly object[],
      {
        ageSeconds,
        origin = 'phone',
        entryYear = '2026',
        ...own
      }: {
        ageSeconds?: number
        origin?: string
        entryYear?: string
        window?: typeof ALWAYS_OPEN
        check?: Parameters<typeof checkSubmission>[1]['check']
        fails?: true
      } = {},
    ) => {
      const executed: string[] = []
      const saved: Date[] = []
      const { window, check, fails } = own
      const result = await checkSubmission(
        {
          ...ask(rows, executed),
          language: 'en',
          payloadAgeSeconds: ageSeconds,
          student: { code: 'S1', entry_year: entryYear, grade: '' },
          writer: { origin },
        } as RuledSubmission,
        {
          form: 'dorm',
          ...(window === undefined
            ? { page: 'selectdorm' as const }
            : { window, title: { zh: '表', en: 'Form' } }),
          ...(check !== undefined && { check }),
          save: (_rules, at) => {
            saved.push(at)
            return Promise.resolve(
              fails === true ? { type: 'forbidden' } : { type: 'ok', output: {} },
            ) as never
          },
        },
      )
      return { type: result.type, saved, isTold: executed.length > 0 }
    }

    test('that is allowed now is saved now', async () => {
      expect(await submit([])).toEqual({ type: 'ok', saved: [now], isTold: false })
      expect((await submit([], { ageSeconds: 7_200 })).saved).toEqual([now])
    })

    test('that was allowed when it was made is saved by the rules of then, and the student is told', async () => {
      expect(await submit([closed], { ageSeconds: 7_200 })).toEqual({
        type: 'ok',
        saved: [earlier],
        isTold: true,
      })
      expect(await submit([closed], { ageSeconds: 7_200, fails: true })).toEqual({
        type: 'forbidden',
        saved: [earlier],
        isTold: false,
      })
    })

    test('that was made too late, or is delivered after the grace of the campus, is refused', async () => {
      const refused = { type: 'refused', saved: [], isTold: false }
      expect(await submit([closed])).toEqual(refused)
      expect(await submit([closed], { ageSeconds: 3_599 })).toEqual(refused)
      expect((await submit([closed], { ageSeconds: 3_601 })).type).toBe('ok')
      const hours = (grace: number) => [closed, version('late', { hours: grace }, new Date(0))]
      expect(await submit(hours(2), { ageSeconds: 7_201 })).toEqual(refused)
      expect((await submit(hours(2), { ageSeconds: 7_200 })).type).toBe('ok')
    })

    test('of the office or of a continuing student is not bound by the window of a step', async () => {
      expect((await submit([closed], { origin: 'office' })).saved).toEqual([now])
      expect((await submit([closed], { entryYear: '2025' })).saved).toEqual([now])
      const over = { ...ALWAYS_OPEN, until: '2026-09-10 07:00' } as never
      expect((await submit([], { window: over, entryYear: '2025' })).type).toBe('refused')
      expect((await submit([], { window: over, origin: 'office' })).type).toBe('ok')
    })

    test('of the office cannot be older than it is', async () => {
      const check = (_rules: ServerRules, at: Date) =>
        Promise.resolve(at < now ? undefined : { says: { zh: '不行', en: 'no' } })
      expect((await submit([], { check, ageSeconds: 60 })).saved).toHaveLength(1)
      expect((await submit([], { check, ageSeconds: 60, origin: 'office' })).type).toBe('refused')
    })

    test('names the field that is wrong', async () => {
      const wrong = (more: object) => () =>
        Promise.resolve({ says: { zh: '不行', en: 'no' }, ...more })
      expect((await submit([], { check: wrong({}) })).type).toBe('refused')
      expect((await submit([], { check: wrong({ path: 'a' }) })).type).toBe('invalid')
      expect((await submit([], { check: wrong({ issues: [] }) })).type).toBe('invalid')
    })
  })
})
