import type { FormName } from '../backend/four-forms.ts'
import { chooseRegion, fillTravelForm, SAMPLE_TRAVEL_INPUT } from './browser-campus.ts'
import type { Screen } from './screen.ts'

/** How a queued form is filled in on its screen. */
export interface FormScreen {
  readonly form: FormName
  /** The page and the onboarding step of its address. */
  readonly page: string
  readonly step: number
  readonly fill: (page: Screen) => Promise<void>
  /** The name of the button that submits it. */
  readonly submit: string
}

/** The screens on which a new student fills in queued forms. */
export const FORM_SCREENS: readonly FormScreen[] = [
  {
    form: 'family',
    page: 'personalinformation',
    step: 1,
    fill: (page) => fillFamilyForm(page),
    submit: '提交',
  },
  {
    form: 'travel',
    page: 'schoolInformation',
    step: 2,
    fill: (page) => fillTravelForm(page),
    submit: '提交',
  },
  {
    form: 'uniform',
    page: 'militaryTrainingClothing',
    step: 4,
    fill: (page) => fillUniformForm(page),
    submit: '提交',
  },
  {
    form: 'living',
    page: 'livinguse',
    step: 7,
    fill: (page) => page.getByRole('checkbox', { name: /热水瓶/ }).check(),
    submit: '预订',
  },
]

/** Fill in the family form on the screen with one parent. */
export async function fillFamilyForm(page: Screen): Promise<void> {
  await card(page, '本人信息').getByLabel('手机号码').fill('13800138000')
  await chooseRegion(page, '籍贯', SAMPLE_TRAVEL_INPUT.region)
  await chooseRegion(page, '生源地', SAMPLE_TRAVEL_INPUT.region)
  await page.getByText('城镇', { exact: true }).click()
  await page.getByText('愿意迁移', { exact: true }).click()
  const member = card(page, '家庭成员 1')
  await member.getByLabel('姓名').fill('陈建国')
  await member.getByLabel('手机号码').fill('13912345678')
  await member.getByLabel('单位').fill('光明中学')
  await choose(page, '关系', '父亲')
  await choose(page, '职业', '教师')
}

async function fillUniformForm(page: Screen): Promise<void> {
  await chooseRadio(page, '上衣', '175')
  await chooseRadio(page, '裤子', '170')
  await chooseRadio(page, '帽子', 'M')
  await chooseRadio(page, '鞋', '42')
  await chooseRadio(page, '颜色', '军绿')
}

/** Choose a radio button of a group. */
export const chooseRadio = (page: Screen, group: string, option: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name: option, exact: true }).check()

async function choose(page: Screen, label: string, option: string): Promise<void> {
  await card(page, '家庭成员 1').getByLabel(label).click()
  await page.getByRole('radio', { name: option, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

const card = (page: Screen, title: string) => page.locator('section').filter({ hasText: title })
