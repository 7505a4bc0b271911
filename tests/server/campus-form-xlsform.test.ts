import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { checkAnswers, compileForm } from '#contract/campus-form-answers'
import { CampusFormDefinition, itemsOf } from '#contract/campus-form-definition'
import { findDefinitionProblems } from '#contract/campus-form-problems'
import { readXlsform } from '../../server/features/campus-form-xlsform/read-form.ts'
import { writeXlsform } from '../../server/features/campus-form-xlsform/write-form.ts'
import { publishedForms, type Sheets, workbookOf } from '../support/xlsforms/published-forms.ts'

const read = async (sheets: Sheets) => readXlsform(await workbookOf(sheets), 'form.xlsx')
const exported = async (definition: CampusFormDefinition) =>
  readXlsform(await writeXlsform(definition, { form: 'x', version: 1 }), 'other.xlsx')
const published = (name: string): Sheets => {
  const found = publishedForms.get(name)
  if (found === undefined) throw new Error(`no form ${name}`)
  return found
}
const says = (form: Awaited<ReturnType<typeof read>>) =>
  form.findings.map(({ line, column, problem }) => `${line} ${column} ${problem}`)

describe('published forms', () => {
  test.each([...publishedForms])(
    '“%s” can be published, and is equal after an export',
    async (_name, sheets) => {
      const { definition } = await read(sheets)
      const problems = findDefinitionProblems(definition)
      expect(problems.filter(({ problem }) => problem !== 'no-questions')).toEqual([])
      expect((await exported(definition)).definition).toEqual(definition)
    },
  )

  test('a form with choices, a condition and “or other” is taken over without findings', async () => {
    const form = await read(published('Multiple choice'))
    expect(form.findings).toEqual([])
    const { answers, issues } = checkAnswers(
      compileForm(form.definition),
      { likes_pizza: 'yes', favorite_topping: ['cheese', 'other'], favorite_cheese: 'Brie' },
      { today: '2026-09-01', studentName: '', facts: {}, attachments: new Set() },
    )
    expect(issues).toEqual([])
    expect(answers).toMatchObject({ favorite_cheese: 'Brie', favorite_topping_other: '' })
  })

  test('a repeat has its questions, and its missing title is reported', async () => {
    const form = await read(published('Repeats'))
    expect(form.definition.items[0]).toMatchObject({ type: 'repetition', least: 0, most: 50 })
    expect(itemsOf(form.definition.items).map(({ item }) => item.type)).toEqual([
      'repetition',
      'text',
      'decimal',
      'selectOne',
    ])
    expect(says(form)).toEqual(['2 label label'])
  })

  test.each([
    ['Dynamic repeat counts', ['3 label label', '3 repeat_count repeat-count']],
    ['Multiple language support', ['1 label::Español (es) language-left-out']],
    ['Required message', ['2 required_message cell']],
    ['External XML data', ['2 type type', '4 calculation expression']],
    ['Media', ['2 media::image cell', '2 media::video cell']],
    ['Calculation', ['4 label reference']],
  ])('what “%s” has and the campus has not is reported', async (name, expected) => {
    expect(says(await read(published(name)))).toEqual(expected)
  })
})

const survey = (...rows: string[][]): Sheets => ({ survey: rows })

describe('what is not supported', () => {
  test('an expression that is not known is reported with its text, and not dropped in silence', async () => {
    const form = await read(
      survey(
        ['type', 'name', 'label', 'relevant'],
        ['text', 'a', 'A', ''],
        ['text', 'b', 'B', "pulldata('fruits', 'name', 'name_key', 'mango') = 1"],
        ['text', 'c', 'C', '${start} = 1'],
      ),
    )
    expect(form.findings).toMatchObject([
      { line: 3, column: 'relevant', problem: 'expression', part: 'unknown-function: pulldata' },
      { line: 4, column: 'relevant', problem: 'unknown-answer', part: 'start' },
    ])
    expect(form.findings[0]?.cell).toContain('pulldata(')
    expect(form.definition.items.every((item) => item.relevant === undefined)).toBe(true)
  })

  test('types, names, nested repeats and lists that are missing are reported', async () => {
    const form = await read(
      survey(
        ['type', 'name', 'label'],
        ['geopoint', 'place', 'Place'],
        ['barcode', 'code', 'Code'],
        ['text', 'first name', 'Name'],
        ['text', 'code', 'Code again'],
        ['select_one nowhere', 'x', 'X'],
        ['begin repeat', 'outer', 'Outer'],
        ['begin repeat', 'inner', 'Inner'],
        ['text', 'deep', 'Deep'],
        ['end repeat', '', ''],
        ['end repeat', '', ''],
        ['end group', '', ''],
      ),
    )
    expect(says(form)).toEqual([
      '2 type type',
      '3 type type-replaced',
      '4 name name',
      '5 name name',
      '6 type list',
      '8 type nested-repetition',
      '12 type end',
    ])
    expect(itemsOf(form.definition.items).map(({ item }) => `${item.type} ${item.name}`)).toEqual([
      'text code',
      'text q_4',
      'text code_2',
      'repetition outer',
      'section inner',
      'text deep',
    ])
  })

  test('a cell that cannot be taken over does not prevent the import of the others', async () => {
    const form = await read({
      survey: [
        ['type', 'name', 'label', 'campus', 'parameters'],
        ['constructor', 'a', 'A', '', ''],
        ['begin group', 'b', 'B', '', ''],
        ['text', 'c_other', '\0C', 'longest=0', ''],
        ['select_one list or_other', 'c', 'C', '', ''],
        ['range', 'd', 'D', '', 'start=1 end=1e15'],
        ['range', 'e', `E${'😀'.repeat(1_500)}`, '', 'start=0.5 end=3'],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['list', 'x', 'X'],
      ],
    })
    expect(says(form)).toEqual([
      '2 type type',
      '3 type end',
      '4 campus cell',
      '6 parameters cell',
      '7 label too-long',
    ])
    const items = itemsOf(form.definition.items).map(({ item }) => item)
    expect(items.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'section b',
      'text c_other',
      'selectOne c',
      'text c_other_2',
      'integer d',
      'decimal e',
    ])
    expect(items.at(-1)).toMatchObject({ least: 0.5, most: 3 })
  })

  test('an acknowledgement keeps the answer that conditions compare', async () => {
    const { definition, findings } = await read(
      survey(
        ['type', 'name', 'label', 'relevant'],
        ['acknowledge', 'consent', 'If you agree to continue, click OK', ''],
        ['text', 'more', 'More', '${consent} = "OK"'],
      ),
    )
    expect(findings).toEqual([])
    const { answers } = checkAnswers(
      compileForm(definition),
      { consent: 'OK', more: 'words' },
      { today: '2026-09-01', studentName: '', facts: {}, attachments: new Set() },
    )
    expect(answers).toEqual({ consent: 'OK', more: 'words' })
  })

  test.each([
    ['a table without a survey', survey(['kind', 'name'], ['text', 'a'])],
    ['a survey without questions', survey(['type', 'name', 'label'], ['start', 'start', ''])],
  ])('%s is refused', async (_what, sheets) => {
    await expect(read(sheets)).rejects.toThrow()
  })
})

test('a file without a question that can be read is refused with the first reasons', async () => {
  const lists = survey(['type', 'name', 'label'], ['select_one towns', 'town', 'Town'])
  await expect(read(lists)).rejects.toMatchObject({
    says: { zh: '文件中没有可以导入的题目。 survey 2: 没有选项列表“towns”，未导入这道题' },
  })
})

const wording = (zh: string) => ({ zh, en: '' })
const every: CampusFormDefinition = v.parse(CampusFormDefinition, {
  title: { zh: '承诺书', en: 'Commitment' },
  help: wording('请认真阅读\n再签名'),
  items: [
    {
      type: 'money',
      name: 'fee',
      label: wording('金额'),
      least: 0,
      most: 5000,
      constraint: '. != 3',
    },
    { type: 'integer', name: 'age', label: wording('年龄'), least: 10, initial: '18' },
    {
      type: 'date',
      name: 'day',
      label: wording('日期'),
      earliest: '2026-09-01',
      initial: 'today()',
    },
    { type: 'yesNo', name: 'lives', label: wording('住校'), required: true },
    { type: 'region', name: 'home', label: wording('籍贯') },
    { type: 'phone', name: 'phone', label: wording('电话'), hint: wording('=1+1') },
    { type: 'idDocument', name: 'paper', label: wording('证件') },
    { type: 'classmate', name: 'friend', label: wording('同学') },
    {
      type: 'text',
      name: 'about',
      label: wording('_x0041_ 说明'),
      isLong: true,
      longest: 300,
      initial: "'a b'",
    },
    {
      type: 'selectMany',
      name: 'likes',
      label: wording('爱好'),
      choices: 'likes',
      least: 1,
      most: 2,
      filter: "kind = 'sport'",
    },
    { type: 'picture', name: 'card', label: wording('医保卡'), count: 2, largest: 1000 },
    { type: 'hidden', name: 'source', label: wording(''), value: 'paper' },
    { type: 'calculation', name: 'total', label: wording(''), value: 'sum(${part})' },
    {
      type: 'repetition',
      name: 'members',
      label: wording('成员'),
      least: 1,
      most: 4,
      items: [{ type: 'integer', name: 'part', label: wording('份额') }],
    },
    {
      type: 'statement',
      name: 'signed',
      label: wording('本人承诺'),
      isDrawn: true,
      required: true,
    },
  ],
  choices: {
    likes: [
      { name: 'ball', label: wording('球'), columns: { kind: 'sport' } },
      { name: 'song', label: wording('歌'), columns: { kind: 'music' } },
    ],
  },
})

test('a form with every type of question of the campus is equal after an export', async () => {
  expect(findDefinitionProblems(every)).toEqual([])
  const again = await exported(every)
  expect(again.definition).toEqual(every)
  expect(again.findings).toEqual([])
})
