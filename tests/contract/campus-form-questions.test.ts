import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  type AnswerContext,
  answerToText,
  checkAnswers,
  compileForm,
  emptyAnswer,
  FormState,
  hasKindOf,
  isGroupList,
  listAnswers,
  listFileIds,
  mapAnswers,
  pathOf,
} from '#contract/campus-form-answers'
import {
  CampusFormDefinition,
  expressionOf,
  FormItem,
  freeItemName,
  isAnswerable,
  isItemName,
  selectWording,
  type Wording,
} from '#contract/campus-form-definition'
import {
  campusFormIdOf,
  campusFormOfStepPage,
  campusFormStepPage,
  queuedCampusFormName,
} from '#contract/campus-form-names'
import type { CampusFormAnswers } from '#contract/campus-form-submission'

const wording = (zh: string, en = ''): Wording => ({ zh, en })
const context: AnswerContext = {
  today: '2026-08-20',
  studentName: '陈 晓雨',
  facts: { student_level: 'undergraduate', student_college: '' },
  attachments: new Set(['card', 'drawn']),
}
const CHOICES = {
  list: [
    { name: 'a', label: wording('甲', 'A'), columns: { kind: 'x' } },
    { name: 'b', label: wording('乙', 'B'), columns: { kind: 'y' } },
    { name: 'c', label: wording('') },
  ],
}
const define = (items: readonly Record<string, unknown>[]) =>
  compileForm(
    v.parse(CampusFormDefinition, {
      title: wording('表'),
      items: items.map((item) => ({ label: wording('问'), ...item })),
      choices: CHOICES,
    }),
  )

// A resident's number whose check digit is right.
const RESIDENT = '11010519491231002X'

describe('the answer to one question', () => {
  const problemOf = (question: Record<string, unknown>, answer: CampusFormAnswers[string]) =>
    checkAnswers(define([{ name: 'q', ...question }]), { q: answer }, context).issues.map(
      ({ problem }) => problem,
    )[0]

  test.each<[string, Record<string, unknown>, CampusFormAnswers[string]]>([
    ['text', { longest: 3 }, '𠮷𠮷𠮷'],
    ['text', {}, '   '],
    ['integer', {}, '-12'],
    ['integer', {}, '123456789012345'],
    ['integer', { least: 0, most: 3 }, '0'],
    ['integer', { least: 0, most: 3 }, '3'],
    ['money', { least: 1, most: 100 }, '100'],
    ['decimal', {}, '-1.123456'],
    ['decimal', {}, '123456789012'],
    ['decimal', { least: 1.5, most: 2.5 }, '1.5'],
    ['decimal', { least: 1.5, most: 2.5 }, '2.5'],
    ['date', {}, '2026-02-28'],
    ['date', { earliest: '2026-01-01', latest: '2026-12-31' }, '2026-01-01'],
    ['date', { earliest: '2026-01-01', latest: '2026-12-31' }, '2026-12-31'],
    ['time', {}, '08:30'],
    ['yesNo', {}, 'yes'],
    ['yesNo', {}, 'no'],
    ['selectOne', { choices: 'list' }, 'a'],
    ['selectMany', { choices: 'list' }, ['a', 'b', 'c']],
    ['selectMany', { choices: 'list', least: 2, most: 2 }, ['a', 'b']],
    ['selectMany', { choices: 'list', least: 2 }, []],
    ['region', {}, '330100'],
    ['phone', {}, '13800000000'],
    ['phone', {}, '+85291234567'],
    ['idDocument', {}, { type: 'resident', number: RESIDENT }],
    ['classmate', {}, { student: 'A'.repeat(64), name: '' }],
    ['file', {}, ['card']],
    ['picture', { count: 2 }, ['card', 'drawn']],
    ['statement', {}, { name: '陈　晓雨 ', drawing: '' }],
    ['statement', { isDrawn: true }, { name: '陈晓雨', drawing: 'drawn' }],
    ['integer', { constraint: '. < 5' }, '4'],
    ['integer', { constraint: '. < 5' }, ''],
  ])('%s %j: %j is accepted', (type, more, answer) =>
    expect(problemOf({ type, ...more }, answer)).toBeUndefined(),
  )

  test.each<[string, Record<string, unknown>, CampusFormAnswers[string], string]>([
    ['text', { longest: 3 }, '𠮷𠮷𠮷𠮷', 'length'],
    ['text', { required: true }, '   ', 'required'],
    ['text', {}, ['a'], 'kind'],
    ['integer', {}, '1234567890123456', 'number'],
    ['integer', {}, '1.0', 'number'],
    ['integer', {}, 'x1', 'number'],
    ['integer', {}, '1x', 'number'],
    ['integer', { least: 0, most: 3 }, '-1', 'range'],
    ['integer', { least: 0, most: 3 }, '4', 'range'],
    ['money', {}, '1.50', 'number'],
    ['money', { most: 100 }, '101', 'range'],
    ['decimal', {}, '1.1234567', 'number'],
    ['decimal', {}, '1234567890123', 'number'],
    ['decimal', {}, '1.', 'number'],
    ['decimal', {}, 'x1.5', 'number'],
    ['decimal', {}, '1.5x', 'number'],
    ['decimal', { least: 1.5 }, '1.4', 'range'],
    ['decimal', { most: 2.5 }, '2.6', 'range'],
    ['date', {}, '2026-02-30', 'date'],
    ['date', { earliest: '2026-01-01' }, '2025-12-31', 'range'],
    ['date', { latest: '2026-12-31' }, '2027-01-01', 'range'],
    ['time', {}, '25:00', 'time'],
    ['yesNo', {}, 'maybe', 'choice'],
    ['selectOne', { choices: 'list' }, 'x', 'choice'],
    ['selectMany', { choices: 'list' }, ['a', 'a'], 'choice'],
    ['selectMany', { choices: 'list' }, ['a', 'x'], 'choice'],
    ['selectMany', { choices: 'list', least: 2 }, ['a'], 'count'],
    ['selectMany', { choices: 'list', most: 1 }, ['a', 'b'], 'count'],
    ['selectMany', { choices: 'list', required: true }, [], 'required'],
    ['region', {}, '33010', 'choice'],
    ['region', {}, '3301000', 'choice'],
    ['region', {}, 'x330100', 'choice'],
    ['phone', {}, '12345', 'phone'],
    ['idDocument', {}, { type: 'resident', number: '110105194912310021' }, 'id-document'],
    ['idDocument', {}, { student: '1', name: '' }, 'kind'],
    ['classmate', {}, { student: 'A'.repeat(65), name: '' }, 'choice'],
    ['classmate', {}, { student: '99-1', name: '' }, 'choice'],
    ['classmate', {}, { name: '李四', drawing: '' }, 'kind'],
    ['file', {}, ['card', 'drawn'], 'count'],
    ['file', {}, ['card', 'lost'], 'count'],
    ['picture', { count: 2 }, ['card', 'lost'], 'attachment'],
    ['picture', {}, 'card', 'kind'],
    ['statement', {}, { name: '陈晓', drawing: '' }, 'signature'],
    ['statement', { isDrawn: true }, { name: '陈晓雨', drawing: 'lost' }, 'attachment'],
    ['statement', {}, { student: '1', name: '陈晓雨' }, 'kind'],
    ['statement', {}, ['陈晓雨'], 'kind'],
    ['integer', { constraint: '. < 5' }, '5', 'constraint'],
    ['integer', { constraint: '. < 5', most: 6 }, '7', 'range'],
  ])('%s %j: %j is refused as %s', (type, more, answer, problem) =>
    expect(problemOf({ type, ...more }, answer)).toBe(problem),
  )

  test.each([
    ['text', ''],
    ['selectMany', []],
    ['file', []],
    ['picture', []],
    ['idDocument', { type: 'resident', number: '' }],
    ['classmate', { student: '', name: '' }],
    ['statement', { name: '', drawing: '' }],
  ])('%s that is not answered is stored as %j', (type, empty) => {
    const more = type === 'selectMany' ? { choices: 'list' } : {}
    const form = define([{ name: 'q', type, ...more }])
    expect(checkAnswers(form, {}, context)).toEqual({ answers: { q: empty }, issues: [] })
    const item = form.definition.items[0]
    if (item === undefined || !isAnswerable(item)) throw new Error('no question')
    expect(emptyAnswer(item)).toEqual(empty)
  })

  test('the sentence of a constraint names the answers, in both languages', () => {
    const form = define([
      { name: 'most', type: 'integer' },
      {
        name: 'q',
        type: 'integer',
        constraint: '. <= ${most}',
        constraintMessage: wording('最多 ${most}', 'At most ${most}'),
      },
      { name: 'r', type: 'integer', constraint: '. = 1' },
    ])
    expect(checkAnswers(form, { most: '3', q: '4', r: '2' }, context).issues).toEqual([
      { path: 'q', problem: 'constraint', wording: wording('最多 3', 'At most 3') },
      { path: 'r', problem: 'constraint', wording: undefined },
    ])
    expect(checkAnswers(form, { most: '3', q: 'x' }, context).issues).toEqual([
      { path: 'q', problem: 'number' },
    ])
  })
})

describe('the state of a form', () => {
  const family = define([
    { name: 'fee', type: 'money', label: wording('费用') },
    { name: 'flag', type: 'yesNo' },
    { name: 'many', type: 'selectMany', choices: 'list' },
    { name: 'mate', type: 'classmate' },
    { name: 'day', type: 'date', initial: 'today()' },
    {
      name: 'members',
      type: 'repetition',
      least: 0,
      most: 2,
      relevant: "${flag} != 'no'",
      items: [
        { name: 'age', type: 'integer', label: wording('${age} 岁') },
        {
          name: 'about',
          type: 'section',
          label: wording('详情'),
          relevant: '${age} >= 18',
          items: [
            {
              name: 'job',
              type: 'text',
              label: wording('${fee}：${age}：${job}'),
              required: true,
              initial: "concat('第', position(), '位')",
            },
            {
              name: 'choice',
              type: 'selectOne',
              label: wording('选'),
              choices: 'list',
              filter: "kind = ${job} or name = 'c'",
            },
          ],
        },
        { name: 'half', type: 'calculation', label: wording(''), value: '${age} div 2' },
        { name: 'share', type: 'calculation', label: wording(''), value: '${fee} div 100' },
      ],
    },
    { name: 'total', type: 'calculation', label: wording(''), value: 'sum(${age})' },
    { name: 'numbers', type: 'calculation', label: wording(''), value: "join(' ', ${members})" },
    { name: 'jobs', type: 'calculation', label: wording(''), value: "join('/', ${job})" },
    { name: 'level', type: 'calculation', label: wording(''), value: '${student_level}' },
    {
      name: 'college',
      type: 'calculation',
      label: wording(''),
      value: 'count(${student_college})',
    },
    { name: 'ratio', type: 'calculation', label: wording(''), value: '1 div ${fee}' },
    { name: 'place', type: 'calculation', label: wording(''), value: 'position()' },
    { name: 'days', type: 'calculation', label: wording(''), value: 'count(${day})' },
    { name: 'source', type: 'hidden', label: wording(''), value: 'paper' },
    { name: 'end', type: 'note', label: wording('完') },
  ])
  const answers: CampusFormAnswers = {
    fee: '12345',
    flag: 'yes',
    many: ['b', 'c'],
    mate: { student: '990002', name: '李四' },
    members: [
      { age: '17', job: '学生' },
      { age: '40', job: 'x', choice: 'a' },
    ],
  }
  const state = (given: CampusFormAnswers = answers) => new FormState(family, given, context)

  test('values are computed, and what is asked in a repetition is read one repetition at a time', () => {
    expect(checkAnswers(family, answers, context)).toEqual({
      answers: {
        ...answers,
        day: '',
        members: [
          { age: '17', half: '8.5', share: '123.45' },
          { age: '40', job: 'x', choice: 'a', half: '20', share: '123.45' },
        ],
        total: '57',
        numbers: '1 2',
        jobs: 'x',
        level: 'undergraduate',
        college: '0',
        ratio: '0.000081004455',
        place: '0',
        days: '0',
        source: 'paper',
      },
      issues: [],
    })
  })

  test('what stands in a repetition that is not asked is neither read nor stored', () => {
    const { answers: stored } = checkAnswers(family, { ...answers, flag: 'no' }, context)
    expect(stored).not.toHaveProperty('members')
    expect(stored).toMatchObject({ total: '0', numbers: '', jobs: '' })
  })

  test('a repetition is filled in as often as it has answers, and more than it takes are refused', () => {
    const members = ['1', '2', '3'].map((age) => ({ age }))
    expect(state({ members }).countOf('members')).toBe(3)
    expect(state({ members: 'none' }).countOf('members')).toBe(0)
    expect(state({ members: ['a', 'b'] }).countOf('members')).toBe(0)
    const checked = checkAnswers(family, { members }, context)
    expect(checked.issues).toEqual([{ path: 'members', problem: 'count' }])
    expect(checked.answers['members']).toHaveLength(2)
  })

  test('an issue names its place', () => {
    const members = [{ age: 'x' }, { age: '20' }]
    expect(checkAnswers(family, { members }, context).issues).toEqual([
      { path: 'members.0.age', problem: 'number' },
      { path: 'members.1.job', problem: 'required' },
    ])
    expect([pathOf('a'), pathOf('a', 'g'), pathOf('a', 'g', 2)]).toEqual(['a', 'g.0.a', 'g.2.a'])
  })

  test('the sentence of a constraint names the answers of its repetition', () => {
    const form = define([
      {
        name: 'group',
        type: 'repetition',
        items: [
          {
            name: 'q',
            type: 'integer',
            label: wording('问'),
            constraint: '. < 2',
            constraintMessage: wording('${q} 太多', '${q} is too many'),
          },
        ],
      },
    ])
    expect(checkAnswers(form, { group: [{ q: '1' }, { q: '4' }] }, context).issues).toEqual([
      { path: 'group.1.q', problem: 'constraint', wording: wording('4 太多', '4 is too many') },
    ])
  })

  test('an answer is found where it was given', () => {
    expect(state().given('age', 1)).toBe('40')
    expect(state().given('age', 2)).toBeUndefined()
    expect(state().given('fee')).toBe('12345')
    expect(state().given('toString')).toBeUndefined()
    expect(state({ members: 'none' }).given('age')).toBeUndefined()
    expect(state({ fee: [{ age: '1' }] }).given('fee')).toBeUndefined()
    expect(state().isRelevant('job', 0)).toBe(false)
    expect(state().isRelevant('job', 1)).toBe(true)
    expect(state().isRelevant('nothing')).toBe(false)
    expect(state().textOf('nothing')).toBe('')
    expect(state().initialOf('nothing')).toBe('')
    expect(state().fulfilsConstraint('nothing')).toBe(true)
    expect(state().textOf('job', 0)).toBe('')
    expect(state().textOf('many')).toBe('b c')
  })

  test('an answer is filled in before the student answers', () => {
    expect(state().initialOf('day')).toBe('2026-08-20')
    expect(state().initialOf('job', 1)).toBe('第2位')
    expect(state().initialOf('fee')).toBe('')
  })

  test('the choices are those that the filter offers', () => {
    const choice = family.items.get('choice')?.item
    if (choice?.type !== 'selectOne') throw new Error('no question')
    const names = (index: number) =>
      state()
        .choicesOf(choice, index)
        .map(({ name }) => name)
    expect([names(0), names(1)]).toEqual([['c'], ['a', 'c']])
    expect(state().choicesOf({ ...choice, choices: 'none' })).toEqual([])
    expect(state().choicesOf({ ...choice, name: 'nothing' })).toHaveLength(3)
  })

  test('a text names the answers as the student reads them', () => {
    const fill = (zh: string, language: 'zh' | 'en' = 'zh', more = {}) =>
      state().fillWording(wording(zh), { of: 'fee', language, ...more })
    expect(fill('${flag} ${ fee } ${mate} ${many}')).toBe('是 123.45 李四 乙、c')
    expect(fill('${flag} ${many}', 'en')).toBe('Yes B, c')
    expect(fill('[${nobody}${age}]')).toBe('[]')
    expect(fill('${fee} ${job}', 'zh', { of: 'age', index: 1 })).toBe('123.45 x')
    expect(fill('${total} ${source}')).toBe('57 paper')
    expect(state().fillWording(undefined, { of: 'fee', language: 'zh' })).toBe('')
    expect(
      state({ fee: 'x', flag: 'perhaps', mate: ['x'] }).fillWording(
        wording('${fee}|${flag}|${mate}|${many}'),
        { of: 'fee', language: 'zh' },
      ),
    ).toBe('x|perhaps||')
    const spelled = (fee: string) =>
      state({ fee, flag: 'no', mate: 'x' }).fillWording(wording('${fee}|${flag}|${mate}'), {
        of: 'fee',
        language: 'zh',
      })
    expect([spelled('x1'), spelled('1x')]).toEqual(['x1|否|x', '1x|否|x'])
    const draft = define([
      { name: 'word', type: 'text' },
      { name: 'list', type: 'selectOne', choices: 'none' },
      { name: 'unknown', type: 'calculation', label: wording(''), value: 'count(${nobody})' },
    ])
    expect(
      new FormState(draft, { word: 'yes', list: 'a' }, context).fillWording(
        wording('${word}|${list}|${unknown}'),
        { of: 'word', language: 'zh' },
      ),
    ).toBe('yes|a|0')
  })

  test('a repetition is asked by its place as the first one', () => {
    const form = define([
      {
        name: 'group',
        type: 'repetition',
        relevant: 'position() = 1',
        items: [{ name: 'q', type: 'text', label: wording('问') }],
      },
    ])
    expect(new FormState(form, {}, context).isRelevant('q')).toBe(true)
  })

  test('a value that is too long is cut, and one that is no number is empty', () => {
    const form = define([
      { name: 'long', type: 'text', longest: 5_000 },
      {
        name: 'twice',
        type: 'calculation',
        label: wording(''),
        value: 'concat(${long}, ${long}, 1)',
      },
      { name: 'none', type: 'calculation', label: wording(''), value: '${long} + 1' },
    ])
    const { answers: stored } = checkAnswers(form, { long: 'a'.repeat(5_000) }, context)
    expect(stored['twice']).toBe('a'.repeat(10_000))
    expect(stored['none']).toBe('')
  })
})

describe('answers', () => {
  const form = define([
    { name: 'papers', type: 'file' },
    { name: 'photo', type: 'picture' },
    { name: 'promise', type: 'statement', isDrawn: true },
    { name: 'many', type: 'selectMany', choices: 'list' },
    {
      name: 'group',
      type: 'repetition',
      items: [{ name: 'scan', type: 'picture', label: wording('扫描') }],
    },
  ])
  const answers: CampusFormAnswers = {
    papers: ['p'],
    photo: ['q'],
    promise: { name: '陈晓雨', drawing: 'd' },
    many: ['a'],
    group: [{ scan: ['s'] }, { scan: [], unknown: 'x' }],
    unknown: 'y',
  }

  test('are listed with their places, and those to no question are left out', () => {
    const listed = listAnswers(form, answers)
    expect(listed.map(({ path }) => path)).toEqual([
      'papers',
      'photo',
      'promise',
      'many',
      'group.0.scan',
      'group.1.scan',
    ])
    expect(listed.flatMap(listFileIds)).toEqual(['p', 'q', 'd', 's'])
    expect(listAnswers(form, { papers: [], group: [] }).map(({ path }) => path)).toEqual(['papers'])
  })

  test('have the files of a signature only if it is drawn', () => {
    const [placed] = listAnswers(form, { promise: { name: '陈晓雨', drawing: '' } })
    expect(placed && listFileIds(placed)).toEqual([])
    const signed = { name: '陈晓雨', drawing: 'd' }
    const wrong = listAnswers(form, { papers: 'p', promise: '陈晓雨', many: signed })
    expect(wrong.flatMap(listFileIds)).toEqual([])
  })

  test('are converted one by one', () => {
    const upper = mapAnswers({ a: 'x', group: [{ b: 'y' }, { c: 'z' }] }, (name, answer) =>
      typeof answer === 'string' ? `${name}:${answer}` : answer,
    )
    expect(upper).toEqual({ a: 'a:x', group: [{ b: 'b:y' }, { c: 'c:z' }] })
  })

  test('are texts where expressions and tables read them', () => {
    expect(
      [
        undefined,
        'a',
        ['a', 'b'],
        { type: 'resident' as const, number: '1' },
        { student: '990002', name: '李四' },
        { name: '陈晓雨', drawing: 'd' },
      ].map(answerToText),
    ).toEqual(['', 'a', 'a b', '1', '990002', '陈晓雨'])
  })

  test('have the kind of their question', () => {
    const [text, list] = ['', []]
    const [mate, signed] = [
      { student: '', name: '' },
      { name: '', drawing: '' },
    ]
    const kinds = [text, list, mate, signed]
    expect(kinds.map((one) => kinds.map((other) => hasKindOf(one, other)))).toEqual(
      kinds.map((one) => kinds.map((other) => one === other)),
    )
    expect([isGroupList([]), isGroupList([{}]), isGroupList(['a']), isGroupList('a')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('a definition', () => {
  test('has names that are no property of every object and no fact about the student', () => {
    const good = ['a', '_a', 'a.b-c', 'A1', 'x'.repeat(64)]
    const bad = ['', '1a', 'a b', 'a!', '__a', 'x'.repeat(65), 'constructor', 'prototype']
    expect([...good, ...bad, 'student_new'].filter(isItemName)).toEqual(good)
    expect(freeItemName('a', new Set())).toBe('a')
    expect(freeItemName('a', new Set(['a']))).toBe('a_2')
    expect(freeItemName('a', new Set(['a', 'a_2']))).toBe('a_3')
    expect(freeItemName('x'.repeat(64), new Set(['x'.repeat(64)]))).toBe(`${'x'.repeat(58)}_2`)
  })

  test('has choices whose names have no blanks', () => {
    const isChoice = (name: string) =>
      v.safeParse(CampusFormDefinition, {
        title: wording('表'),
        items: [],
        choices: { list: [{ name, label: wording('选') }] },
      }).success
    expect(['a', '是', 'x'.repeat(64)].map(isChoice)).toEqual([true, true, true])
    expect(['', 'a b', ' a', 'a\0', 'x'.repeat(65)].map(isChoice)).toEqual(Array(5).fill(false))
  })

  test('refuses what is no item, and fills in what an item does not say', () => {
    for (const wrong of [null, undefined, 'text', 1, {}, { type: 'unknown' }])
      expect(v.safeParse(FormItem, wrong).success).toBe(false)
    expect(v.parse(FormItem, { type: 'text', name: 'a', label: wording('问') })).toEqual({
      type: 'text',
      name: 'a',
      label: wording('问'),
      required: false,
      readOnly: false,
      isLong: false,
      longest: 200,
    })
  })

  test('shows the text of the other language where one is blank', () => {
    expect(selectWording({ zh: ' ', en: 'x' }, 'zh')).toBe('x')
    expect(selectWording({ zh: '文', en: '' }, 'en')).toBe('文')
    expect(selectWording({ zh: '文', en: 'x' }, 'en')).toBe('x')
    expect(selectWording(undefined, 'zh')).toBe('')
  })

  test('has columns of choices in filters only', () => {
    expect(expressionOf('kind', true)).toEqual({ type: 'attribute', name: 'kind' })
    expect(() => expressionOf('kind')).toThrow(/no expression/)
  })
})

test('the names of a form in the outbox and among the steps name the form', () => {
  expect(campusFormIdOf(queuedCampusFormName('f-1'))).toBe('f-1')
  expect(campusFormOfStepPage(campusFormStepPage('f-1'))).toBe('f-1')
  expect(queuedCampusFormName('f-1')).not.toBe('f-1')
  for (const other of ['f-1', 'family', `x${queuedCampusFormName('f-1')}`]) {
    expect(campusFormIdOf(other)).toBeUndefined()
    expect(campusFormOfStepPage(other)).toBeUndefined()
  }
})
