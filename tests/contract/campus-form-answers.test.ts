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
  ])('%j: %s', (definition, problem) => expect(problemsOf(definition)).toContain(problem))

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
    ).toEqual({ answers: { a: '1', c: '3' }, askAgain: ['c', 's', 'd'] })
    expect(upcastAnswers({ a: '1', b: 'y' }, first, first)).toEqual({
      answers: { a: '1', b: 'y' },
      askAgain: [],
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
