import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isLanguage } from '#i18n/translate'

/** Chinese texts that need two English translations, each with the reason. */
const TWO_MEANINGS: Readonly<Record<string, string>> = {
  表单: 'one form, and the heading of all',
  待提交: 'the state of one form, and the place where all that wait are',
  待审核: 'a state, its short form in a row of four, and the heading of a task',
  未通过: 'a filter over applications, and the verdict on a change of major',
  撤销: 'undoing a removal, and taking a check-in back',
  取消: 'where an application is withdrawn, “Cancel” could be read as doing it',
  本人页: 'the applicant reads “your own”, the reviewer does not',
  成绩: 'the score of a course, and the page of all grades',
  新生: 'a badge, and a remark inside a label',
  今天: 'a button, and a remark behind a date',
  标准: 'the usual text size, and the price of one unit on an invoice',
  校历: 'the page, and its tile, which has room for one word',
  扫码: 'the page that scans, and the picture of a scanner',
  缴费信息: 'two pages that the requirements call alike',
  请输入正确的身份证号: 'how the number is written, and whose it is',
}

/**
 * Texts that are defined twice, of 20 to 60 bytes each. Their screens have only the texts of the
 * first load in common. There, every phone would download them, and a text file for these three
 * alone would cost a round trip and an entry in the file list. Two screens of which one already
 * loads the other's texts share one text instead.
 */
const APART: readonly string[] = [
  // A form, and the steps, the account or the scanner, which open without loading the texts of
  // forms.
  '需要处理',
  '学校退回，请修改后重交',
  '(reason) => `学校退回：${reason}`',
  '另一部手机也改过，请选择保留哪一个',
  '下一步',
  '完成',
  '重新选择',
  '重新绑定',
  '请联系管理员',
  '请稍后再来看看',
  '联网后显示',
  '修改',
  '备注',
  '知道了',
  '个人信息加载失败',
  // The dormitory page, and the payment that keeps the reserved bed.
  '请重新选择宿舍',
  '宿舍名额保留',
  '宿管系统异常，请联系管理员！',
  // The year of a loan, and the year of a bill.
  '(year) => `${year} 学年`',
  // A message to students, and the trial of an external service.
  // The title of a page, and of the entry that links to it.
  '个人资料',
  '网上缴费',
]

/** The names of pages, used while a page's own file is not on the phone. */
const COPIES = 'page-names'

/**
 * The texts of the office's audit log, which are nouns within a sentence, such as “changed a fee
 * item”.
 */
const WITHIN_SENTENCES = 'audit-actions'

interface Found {
  readonly file: string
  readonly text: object
  readonly zh: string
  readonly en: string
}

test('texts that are equal in Chinese are equal in English [D-112]', async () => {
  const english = new Map<string, Set<string>>()
  for (const { file, zh, en } of await allTexts()) {
    if (file === WITHIN_SENTENCES) continue
    english.set(zh, (english.get(zh) ?? new Set()).add(en))
  }
  const differing = [...english].filter(([, ways]) => ways.size > 1).map(([zh]) => zh)
  expect(differing.toSorted()).toEqual(Object.keys(TWO_MEANINGS).toSorted())
})

test('Chinese texts address the reader as 您, and do not describe a failed load as “not read” [D-112]', async () => {
  const texts = (await allTexts()).map(({ zh }) => zh)
  expect(texts.filter((zh) => zh.includes('你'))).toEqual([])
  expect(texts.filter((zh) => /没有读到|没读到|读不到/.test(zh))).toEqual([])
  expect(texts.filter((zh) => zh.includes('您')).length).toBeGreaterThan(50)
})

test('a text is defined in one file, and other files refer to it', async () => {
  const places = new Map<string, Map<object, string>>()
  for (const { file, text, zh, en } of await allTexts()) {
    // Texts that consist of their values only are not compared, and lists of names are compared by
    // their keys.
    if (file === COPIES || !isWhole(text) || zh === en || zh in TWO_MEANINGS) continue
    const said = `${zh}\n${en}`
    const found = places.get(said) ?? new Map<object, string>()
    if (!found.has(text)) places.set(said, found.set(text, file))
  }
  const repeated = [...places].filter(([, found]) => found.size > 1)
  expect(repeated.map(([said]) => said.split('\n')[0]).toSorted()).toEqual(APART.toSorted())
})

/**
 * Every text of the catalogue, including the single names of a list, with the first file that
 * defines it.
 */
async function allTexts(): Promise<Found[]> {
  const folder = new URL('../../src/i18n/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const all: Found[] = []
  for (const file of files.filter((name) => name.endsWith('.ts')).toSorted()) {
    const exported: object = await import(new URL(file, folder).href)
    collect(exported, file.slice(0, -'.ts'.length), all)
  }
  return all
}

function collect(value: unknown, file: string, all: Found[]): void {
  if (typeof value !== 'object' || value === null) return
  if ('zh' in value && 'en' in value) pair(value, value.zh, value.en, file, all)
  else for (const inner of Object.values(value)) collect(inner, file, all)
}

function pair(text: object, zh: unknown, en: unknown, file: string, all: Found[]): void {
  if (isSaid(zh) && isSaid(en)) all.push({ file, text, zh: String(zh), en: String(en) })
  else if (isNames(zh) && isNames(en)) {
    for (const [key, name] of Object.entries(zh)) pair(text, name, en[key], file, all)
  }
}

const isSaid = (value: unknown) => typeof value === 'string' || typeof value === 'function'
const isNames = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhole = (text: object) =>
  Object.entries(text).every(([language, said]) => isLanguage(language) && isSaid(said))
