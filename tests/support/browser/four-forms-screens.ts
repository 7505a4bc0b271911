import { chooseRegion, SAMPLE_TRAVEL_INPUT } from './browser-campus.ts'
import type { Screen } from './screen.ts'

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

/** Choose a radio button of a group. */
export const chooseRadio = (page: Screen, group: string, option: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name: option, exact: true }).check()

async function choose(page: Screen, label: string, option: string): Promise<void> {
  await card(page, '家庭成员 1').getByLabel(label).click()
  await page.getByRole('radio', { name: option, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

const card = (page: Screen, title: string) => page.locator('section').filter({ hasText: title })
