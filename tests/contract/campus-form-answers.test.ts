import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  type AnswerContext,
  checkAnswers,
  compileForm,
  FormState,
  upcastAnswers,
} from '#contract/campus-form-answers'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { findDefinitionProblems } from '#contract/campus-form-problems'
import { CampusFormAnswers } from '#contract/campus-form-submission'

const wording = (zh: string) => ({ zh, en: '' })

const define = (definition: Record<string, unknown>) => {
  const form = v.parse(CampusFormDefinition, { title: wording('表'), ...definition })
  expect(findDefinitionProblems(form)).toEqual([])
  return compileForm(form)
}

const context: AnswerContext = {
  today: '2026-08-20',
  studentName: '陈 晓雨',
  facts: { student_level: 'undergraduate' },
  attachments: new Set(['card', 'drawn']),
}

const insurance = define({
  items: [
    { type: 'yesNo', name: 'insured', label: wording('已参保？'), required: true },
    {
      type: 'section',
      name: 'details',
      label: wording('参保信息'),
      relevant: "${insured} = 'yes'",
      items: [
        {
          type: 'selectOne',
          name: 'place',
          label: wording('参保地'),
          choices: 'places',
          required: true,
        },
        { type: 'picture', name: 'card', label: wording('医保卡'), required: true },
      ],
    },
    { type: 'integer', name: 'children', label: wording('人数'), least: 0, most: 3 },
    { type: 'calculation', name: 'fee', label: wording(''), value: '${children} * 380 + 380' },
  ],
  choices: {
    places: [
      { name: 'home', label: wording('家乡') },
      { name: 'school', label: wording('学校') },
    ],
  },
})

const room = define({
  items: [
    {
      type: 'repetition',
      name: 'mates',
      label: wording('希望的室友'),
      least: 1,
      most: 3,
      items: [
        { type: 'classmate', name: 'mate', label: wording('同学'), required: true },
        {
          type: 'text',
          name: 'why',
          label: wording('原因'),
          relevant: 'position(..) = 1',
          required: true,
        },
      ],
    },
    { type: 'hidden', name: 'source', label: wording(''), value: 'room-2026' },
    { type: 'calculation', name: 'wishes', label: wording(''), value: 'count(${mate})' },
  ],
})

const commitment = define({
  items: [
    {
      type: 'statement',
      name: 'commitment',
      label: wording('本人承诺遵守校规'),
      required: true,
      isDrawn: true,
    },
  ],
})

const issuesOf = (...checked: Parameters<typeof checkAnswers>) =>
  checkAnswers(...checked).issues.map(({ path, problem }) => `${path} ${problem}`)

describe('the check of answers', () => {
  test('what is not asked is neither required nor stored, and values are computed', () => {
    const { answers, issues } = checkAnswers(
      insurance,
      { insured: 'no', place: 'home', card: ['card'], children: '2' },
      context,
    )
    expect(issues).toEqual([])
    expect(answers).toEqual({ insured: 'no', children: '2', fee: '1140' })
  })

  test('what is asked is required', () => {
    expect(issuesOf(insurance, { insured: 'yes' }, context)).toEqual([
      'place required',
      'card required',
    ])
    expect(issuesOf(insurance, {}, context)).toEqual(['insured required'])
  })

  test.each([
    [{ insured: 'maybe' }, 'insured choice'],
    [{ insured: 'yes', place: 'moon', card: ['card'] }, 'place choice'],
    [{ insured: 'yes', place: 'home', card: ['lost'] }, 'card attachment'],
    [{ insured: 'yes', place: 'home', card: ['card', 'card'] }, 'card count'],
    [{ insured: 'no', children: '4' }, 'children range'],
    [{ insured: 'no', children: '1.5' }, 'children number'],
    [{ insured: ['no'] }, 'insured kind'],
    [{ insured: 'no', children: { student: '1', name: '' } }, 'children kind'],
  ])('%j: %s', (answers, issue) => expect(issuesOf(insurance, answers, context)).toEqual([issue]))

  test('a value that cannot be computed yet is empty', () =>
    expect(checkAnswers(insurance, { insured: 'no' }, context).answers).toMatchObject({ fee: '' }))

  test('the questions of a repetition are judged one repetition at a time', () => {
    const mates = [
      { mate: { student: '990002', name: '李四' }, why: '老乡' },
      { mate: { student: '990003', name: '王五' }, why: '不问' },
    ]
    expect(checkAnswers(room, { mates }, context)).toEqual({
      answers: {
        mates: [mates[0], { mate: mates[1]?.mate }],
        source: 'room-2026',
        wishes: '2',
      },
      issues: [],
    })
    expect(issuesOf(room, { mates: [{ why: '' }] }, context)).toEqual([
      'mates.0.mate required',
      'mates.0.why required',
    ])
    expect(issuesOf(room, { mates: [] }, context)).toEqual(['mates count'])
  })

  test('a statement is signed with the own name, and drawn if asked', () => {
    const sign = (name: string, drawing: string) =>
      issuesOf(commitment, { commitment: { name, drawing } }, context)
    expect(sign('陈晓雨', 'drawn')).toEqual([])
    expect(sign('陈晓', 'drawn')).toEqual(['commitment signature'])
    expect(sign('陈晓雨', '')).toEqual(['commitment attachment'])
    expect(sign('', '')).toEqual(['commitment required'])
  })

  test('a filter offers the choices of the answer before', () => {
    const form = define({
      items: [
        { type: 'selectOne', name: 'province', label: wording('省'), choices: 'provinces' },
        {
          type: 'selectOne',
          name: 'city',
          label: wording('市'),
          choices: 'cities',
          filter: 'province = ${province}',
        },
      ],
      choices: {
        provinces: [{ name: 'zj', label: wording('浙江') }],
        cities: [
          { name: 'hz', label: wording('杭州'), columns: { province: 'zj' } },
          { name: 'nj', label: wording('南京'), columns: { province: 'js' } },
        ],
      },
    })
    expect(issuesOf(form, { province: 'zj', city: 'hz' }, context)).toEqual([])
    expect(issuesOf(form, { province: 'zj', city: 'nj' }, context)).toEqual(['city choice'])
  })

  test('a required choice is not required while nothing is offered', () => {
    const asked = (name: string, type: string) => ({
      name,
      type,
      label: wording('市'),
      required: true,
      choices: 'cities',
      filter: 'province = ${province}',
    })
    const form = define({
      items: [
        { type: 'text', name: 'province', label: wording('省') },
        asked('city', 'selectOne'),
        asked('cities', 'selectMany'),
      ],
      choices: {
        cities: [{ name: 'hz', label: wording('杭州'), columns: { province: 'zj' } }],
      },
    })
    expect(issuesOf(form, { province: 'js' }, context)).toEqual([])
    expect(issuesOf(form, { province: 'js', city: 'hz' }, context)).toEqual(['city choice'])
    expect(issuesOf(form, { province: 'zj' }, context)).toEqual([
      'city required',
      'cities required',
    ])
  })

  test('facts about the student can be read', () => {
    const form = define({
      items: [
        {
          type: 'text',
          name: 'advisor',
          label: wording('导师'),
          relevant: "${student_level} = 'graduate'",
          required: true,
        },
      ],
    })
    expect(issuesOf(form, {}, context)).toEqual([])
    expect(issuesOf(form, {}, { ...context, facts: { student_level: 'graduate' } })).toEqual([
      'advisor required',
    ])
    expect(new FormState(form, {}, context).isRelevant('advisor')).toBe(false)
  })
})

describe('a definition with a fault', () => {
  const problemsOf = (definition: Record<string, unknown>) =>
    findDefinitionProblems(
      v.parse(CampusFormDefinition, { title: wording('表'), ...definition }),
    ).map(({ item, problem }) => `${item} ${problem}`)
  const text = (name: string, more: Record<string, unknown> = {}) => ({
    type: 'text',
    name,
    label: wording('问'),
    ...more,
  })

  const region = { type: 'region', name: 'b', label: wording('问') }
  const group = (items: unknown[]) => ({
    type: 'repetition',
    name: 'g',
    label: wording('组'),
    items,
  })

  const inside = (items: unknown[], name = 's') => ({
    type: 'section',
    name,
    label: wording('节'),
    items,
  })
  const choice = (name: string, zh = '选') => ({ name, label: wording(zh) })
  const lists = (count: number) =>
    Object.fromEntries(
      Array.from({ length: Math.ceil(count / 500) }, (_, nth) => [
        `l${nth}`,
        Array.from({ length: Math.min(500, count - nth * 500) }, (_one, at) => choice(`c${at}`)),
      ]),
    )

  test('a text can name a question outside of repetitions, and of its own one', () => {
    const naming = (label: string) => text('d', { label: wording(label) })
    const items = [text('a'), group([text('c'), naming('${a} ${ c }')])]
    expect(problemsOf({ items })).toEqual([])
  })

  test.each([
    [{ items: [] }, ' no-questions'],
    [{ title: wording(' '), items: [text('a')] }, ' no-title'],
    [{ items: [text('a'), text('a')] }, 'a same-name'],
    [{ items: [text('a', { label: wording('') })] }, 'a no-label'],
    [{ items: [text('a', { label: { zh: '', en: ' ' } })] }, 'a no-label'],
    [{ items: [text('a', { relevant: '${b} = 1' })] }, 'a unknown-answer'],
    [{ items: [text('a', { label: wording('${b}') })] }, 'a answer-in-text'],
    [{ items: [text('a', { hint: wording('${b}') }), region] }, 'a answer-in-text'],
    [{ items: [text('a', { label: wording('${c}') }), group([text('c')])] }, 'a answer-in-text'],
    [{ title: wording('${a}'), items: [text('a')] }, ' answer-in-text'],
    [{ items: [text('a', { relevant: '1 +' })] }, 'a expression'],
    [{ items: [text('a', { relevant: "${a} = 'x'" })] }, 'a circular'],
    [
      { items: [text('a', { relevant: '${b} = 1' }), text('b', { relevant: '${a} = 1' })] },
      'a circular',
    ],
    [{ items: [{ ...text('a'), type: 'selectOne', choices: 'none' }] }, 'a no-choices'],
    [{ items: [{ ...text('a'), type: 'integer', least: 2, most: 1 }] }, 'a range'],
    [{ items: [{ ...group([text('a')]), least: 2, most: 1 }] }, 'g range'],
    [
      { items: [{ ...text('a'), type: 'date', earliest: '2026-01-02', latest: '2026-01-01' }] },
      'a range',
    ],
    [{ items: [{ ...text('a'), type: 'note' }] }, ' no-questions'],
    [{ items: [text('a')], choices: { l: [choice('x'), choice('x')] } }, 'l same-choice'],
    [{ items: [text('a')], choices: { l: [choice('x', '${a}')] } }, 'l answer-in-text'],
    [{ help: wording('${a}'), items: [text('a')] }, ' answer-in-text'],
    [{ items: [text('a', { label: { zh: '问', en: '${b}' } })] }, 'a answer-in-text'],
    [
      { items: [text('a', { constraint: '. = 1', constraintMessage: wording('${b}') })] },
      'a answer-in-text',
    ],
    [{ items: [{ ...text('a'), type: 'note', label: wording(' ') }, text('b')] }, 'a no-label'],
    [{ items: [text('a'), group([group([text('b')])])] }, 'g repetition-in-repetition'],
    [{ items: [text('a', { relevant: 'b = 1' })] }, 'a expression'],
    [{ items: [text('a', { relevant: '${student_sex} = 1' })] }, 'a unknown-answer'],
    [{ items: [{ ...inside([text('a')]), relevant: "${a} = 'x'" }] }, 's circular'],
    [
      {
        items: [
          { ...text('c'), label: wording(''), type: 'calculation', value: '${d}' },
          { ...text('d'), label: wording(''), type: 'calculation', value: '${c}' },
          text('a'),
        ],
      },
      'c circular',
    ],
  ])('%j: %s', (definition, problem) => expect(problemsOf(definition)).toContain(problem))

  test('a form is limited in depth, questions and choices', () => {
    const deep = (levels: number) =>
      Array.from({ length: levels }, (_, at) => `s${at}`).reduce<unknown[]>(
        (items, name) => [inside(items, name)],
        [text('a')],
      )
    const long = (count: number) => [
      inside(Array.from({ length: count - 1 }, (_, at) => text(`a${at}`))),
    ]
    expect(problemsOf({ items: deep(4), choices: lists(2_000) })).toEqual([])
    expect(problemsOf({ items: long(200) })).toEqual([])
    expect(problemsOf({ items: deep(5) })).toEqual([' too-deep'])
    expect(problemsOf({ items: long(201) })).toEqual([' too-many-questions'])
    expect(problemsOf({ items: [text('a')], choices: lists(2_001) })).toEqual([' too-many-choices'])
  })

  test('a form without a fault has none', () => {
    expect(
      problemsOf({
        title: { zh: '', en: 'Form' },
        items: [
          { ...text('n'), type: 'integer', least: 1, most: 1 },
          { ...text('d'), type: 'date', earliest: '2026-01-01', latest: '2026-01-01' },
          { ...text('f'), type: 'date', earliest: '2026-01-01' },
          text('a', { constraint: '${a} = ${b}', relevant: '${student_new} = 1' }),
          text('b', { relevant: "${a} = 'x'", label: wording('${n} ${a}') }),
          {
            ...text('s'),
            type: 'selectOne',
            choices: 'l',
            filter: 'kind = ${a}',
          },
          { ...text('h'), label: wording(''), type: 'hidden', value: '1' },
        ],
        choices: { l: [choice('x')] },
      }),
    ).toEqual([])
  })

  test('each name is reported once', () =>
    expect(problemsOf({ items: [text('a'), text('a'), text('a'), text('b')] })).toEqual([
      'a same-name',
    ]))

  test('what is wrong is named', () => {
    const parts = (definition: Record<string, unknown>) =>
      findDefinitionProblems(
        v.parse(CampusFormDefinition, { title: wording('表'), ...definition }),
      ).map(({ part }) => part)
    expect(parts({ items: [text('a', { relevant: '1 +' })] })).toEqual(['relevant'])
    expect(parts({ items: [{ ...text('a'), type: 'selectOne', choices: 'none' }] })).toEqual([
      'none',
    ])
    expect(parts({ items: [text('a', { label: wording('${ b }') })] })).toEqual(['b'])
  })

  test.each(['constructor', 'prototype', 'toString', '__proto__', 'student_new'])(
    'an item cannot be named %s, which would hide something else',
    (name) => {
      const definition = { title: wording('表'), items: [text(name)] }
      expect(v.safeParse(CampusFormDefinition, definition).success).toBe(false)
    },
  )

  test('unknown properties are refused', () => {
    expect(
      v.safeParse(CampusFormDefinition, { title: wording('表'), items: [text('a', { colour: 1 })] })
        .success,
    ).toBe(false)
  })
})

describe('answers of an earlier version', () => {
  const choices = (names: readonly string[]) => ({
    list: names.map((name) => ({ name, label: wording(name) })),
  })
  const version = (items: unknown[], names: readonly string[] = ['x', 'y']) =>
    define({ items, choices: choices(names) })
  const one = (name: string, more: Record<string, unknown>) => ({
    name,
    label: wording('问'),
    ...more,
  })

  test('stay where their questions are the same', () => {
    const first = version([
      one('a', { type: 'text' }),
      one('b', { type: 'selectOne', choices: 'list' }),
      one('c', { type: 'integer' }),
      one('gone', { type: 'text' }),
      one('s', { type: 'statement' }),
    ])
    const second = version(
      [
        one('a', { type: 'text' }),
        one('b', { type: 'selectOne', choices: 'list' }),
        one('c', { type: 'text' }),
        one('s', { type: 'statement', label: wording('新的承诺') }),
        one('d', { type: 'date' }),
      ],
      ['y', 'z'],
    )
    expect(
      upcastAnswers(
        { a: '1', b: 'x', c: '3', gone: 'w', s: { name: '陈晓雨', drawing: '' } },
        first,
        second,
      ),
    ).toStrictEqual({ answers: { a: '1', c: '3' }, askAgain: ['c', 's', 'd'] })
    expect(upcastAnswers({ a: '1', b: 'y' }, first, first)).toEqual({
      answers: { a: '1', b: 'y' },
      askAgain: [],
    })
  })

  const group = (items: unknown[], most = 3) => ({
    type: 'repetition',
    name: 'g',
    label: wording('组'),
    most,
    items,
  })

  test('stay in sections and repetitions, as many as the new version takes', () => {
    const text = one('a', { type: 'text' })
    const first = version([{ type: 'section', name: 's', label: wording('节'), items: [text] }])
    const flat = version([text])
    expect(upcastAnswers({ a: '1' }, first, flat)).toEqual({ answers: { a: '1' }, askAgain: [] })
    expect(upcastAnswers({ a: '1' }, flat, first)).toEqual({ answers: { a: '1' }, askAgain: [] })
    const groups = { g: [{ a: '1' }, { a: '2', gone: 'x' }, { a: '3' }] }
    const many = version([group([text])])
    expect(upcastAnswers(groups, many, version([group([text], 2)]))).toEqual({
      answers: { g: [{ a: '1' }, { a: '2' }] },
      askAgain: [],
    })
    expect(upcastAnswers({ g: 'x' }, many, many).answers).toEqual({})
  })

  test('are asked again if their question has moved into a repetition', () => {
    const text = one('a', { type: 'text' })
    expect(upcastAnswers({ a: '1' }, version([text]), version([group([text])]))).toEqual({
      answers: {},
      askAgain: ['a'],
    })
    expect(
      upcastAnswers({ g: [{ a: '1' }] }, version([group([text])]), version([text])).answers,
    ).toEqual({})
    expect(upcastAnswers({ a: [{ a: '1' }] }, version([text]), version([text])).answers).toEqual({})
  })

  test('of several choices stay as far as the new version offers them', () => {
    const question = one('a', { type: 'selectMany', choices: 'list' })
    expect(
      upcastAnswers({ a: ['x', 'y'] }, version([question]), version([question], ['y', 'z'])),
    ).toEqual({ answers: { a: ['y'] }, askAgain: [] })
  })

  test('are asked again if a choice has other words, or the question', () => {
    const relabelled = (zh: string, en: string) =>
      define({
        items: [one('a', { type: 'selectOne', choices: 'list' })],
        choices: {
          list: [
            { name: 'x', label: { zh, en } },
            { name: 'y', label: wording('y') },
          ],
        },
      })
    const from = relabelled('x', '')
    expect(upcastAnswers({ a: 'x' }, from, relabelled('其他', ''))).toEqual({
      answers: { a: 'x' },
      askAgain: ['a'],
    })
    expect(upcastAnswers({ a: 'x' }, from, relabelled('x', 'other')).askAgain).toEqual(['a'])
    expect(upcastAnswers({ a: 'x' }, from, relabelled('x', '')).askAgain).toEqual([])
    const text = version([one('t', { type: 'text' })])
    const english = { zh: '问', en: 'Question' }
    expect(
      upcastAnswers({ t: '1' }, text, version([one('t', { type: 'text', label: english })])),
    ).toEqual({ answers: { t: '1' }, askAgain: ['t'] })
  })

  test('stay only where they are certain to be valid', () => {
    const keep = (from: string, to: string, answer: CampusFormAnswers[string]) =>
      upcastAnswers(
        { a: answer },
        version([one('a', { type: from, ...(from === 'selectOne' && { choices: 'list' }) })]),
        version([one('a', { type: to, ...(to === 'selectOne' && { choices: 'list' }) })]),
      ).answers['a']
    expect(keep('date', 'text', '2026-09-01')).toBe('2026-09-01')
    expect(keep('text', 'date', '2026-09-01')).toBeUndefined()
    expect(keep('text', 'selectOne', 'x')).toBeUndefined()
    expect(keep('text', 'text', ['x'])).toBeUndefined()
    expect(keep('file', 'file', ['f'])).toEqual(['f'])
    const signed = { name: '陈晓雨', drawing: '' }
    expect(keep('statement', 'statement', signed)).toEqual(signed)
    expect(keep('classmate', 'statement', { student: '1', name: '' })).toBeUndefined()
  })

  test('of values and notes are not asked again', () => {
    const from = version([one('a', { type: 'text' })])
    const to = version([
      one('a', { type: 'text' }),
      one('n', { type: 'note' }),
      one('h', { type: 'hidden', value: '1' }),
    ])
    expect(upcastAnswers({ a: '1', h: '2' }, from, to)).toEqual({
      answers: { a: '1' },
      askAgain: [],
    })
  })

  test('are words when their question becomes a text, not codes', () => {
    const types = { kind: 'selectOne', sure: 'yesNo', income: 'money', home: 'region', day: 'date' }
    const first = define({
      items: Object.entries(types).map(([name, type]) =>
        one(name, { type, ...(type === 'selectOne' && { choices: 'list' }) }),
      ),
      choices: { list: [{ name: '3', label: wording('丙类') }] },
    })
    const second = define({ items: Object.keys(types).map((name) => one(name, { type: 'text' })) })
    const given = { kind: '3', sure: 'yes', income: '800050', home: '330106', day: '2026-09-01' }
    expect(upcastAnswers(given, first, second)).toEqual({
      answers: { kind: '丙类', sure: '是', income: '8000.50', day: '2026-09-01' },
      askAgain: Object.keys(types),
    })
  })
})

test('any answers are judged, and what is accepted is accepted again [property]', () => {
  const single = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('yes', 'no', 'home', '3', '990002', '陈晓雨'),
    fc.array(fc.constantFrom('card', 'drawn', 'x'), { maxLength: 3 }),
    fc.record({ student: fc.constantFrom('1', ''), name: fc.string({ maxLength: 3 }) }),
    fc.record({ name: fc.constantFrom('陈晓雨', ''), drawing: fc.constantFrom('drawn', '') }),
  )
  const name = fc.constantFrom(
    'insured',
    'place',
    'card',
    'children',
    'mate',
    'why',
    'commitment',
    'fee',
  )
  const answers = fc.dictionary(
    fc.oneof(name, fc.constant('mates')),
    fc.oneof(single, fc.array(fc.dictionary(name, single, { maxKeys: 3 }), { maxLength: 4 })),
    { maxKeys: 6 },
  )
  fc.assert(
    fc.property(answers, fc.constantFrom(insurance, room, commitment), (given, form) => {
      const parsed = v.safeParse(CampusFormAnswers, given)
      if (!parsed.success) return
      const checked = checkAnswers(form, parsed.output, context)
      if (checked.issues.length > 0) return
      expect(checkAnswers(form, checked.answers, context)).toEqual(checked)
      expect(v.is(CampusFormAnswers, checked.answers)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const chainOf = (length: number, write: (read: string) => string) => ({
  title: wording('表'),
  items: [
    ...Array.from({ length }, (_, n) => ({
      type: 'calculation',
      name: `value${n}`,
      label: wording(''),
      value: write(n + 1 === length ? '${start}' : `\${value${n + 1}}`),
    })),
    { type: 'integer', name: 'start', label: wording('起') },
  ],
})

test.each([
  ['plainly', (read: string) => `${read} + 1`],
  ['inside many brackets', (read: string) => `${'string('.repeat(28)}${read} + 1${')'.repeat(28)}`],
  ['and hundreds of others', (read: string) => `${read} + 1${' + 0'.repeat(200)}`],
])('a value that reads a value, and so on, is computed (%s)', (_, write) => {
  const form = define(chainOf(29, write))
  expect(checkAnswers(form, { start: '1' }, context)).toMatchObject({
    issues: [],
    answers: { value0: '30' },
  })
})

test('a chain of values that is too long is a problem, which is reported once', () => {
  const long = v.parse(
    CampusFormDefinition,
    chainOf(100, (read) => read),
  )
  expect(findDefinitionProblems(long)).toEqual([
    { item: 'value70', problem: 'long-chain', part: '' },
  ])
})
