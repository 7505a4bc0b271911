import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  signIn,
  startBrowserTestCampus,
} from '../../support/browser/browser-campus.ts'
import { openInChinese, saveScreenshot } from '../../support/browser/visual-checks.ts'

let campus: BrowserTestCampus
beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

const editorOf = (page: Page) => {
  const preview = page.getByRole('complementary', { name: '预览' })
  const button = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact })
  return {
    preview,
    begin: async (title: string) => {
      await openInChinese(page, `${campus.origin}/manage/forms/new`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByLabel('表单名称', { exact: true }).fill(title)
    },
    add: async (type: string, label: string, inside = '添加题目') => {
      await button(inside).click()
      await page.getByRole('radio', { name: type, exact: true }).click()
      await page.getByLabel('题目文字', { exact: true }).fill(label)
    },
    choose: async (field: string, option: string) => {
      await page.getByLabel(field, { exact: true }).click()
      await page
        .getByRole('dialog', { name: field })
        .getByRole('radio', { name: option, exact: true })
        .click()
      await page.getByRole('dialog', { name: field }).waitFor({ state: 'hidden' })
    },
    publish: async (version: number) => {
      await button('保存草稿').click()
      await page.waitForURL(/forms\/[0-9a-f-]{36}/)
      await button('发布').click()
      await button('确认发布').click()
      await page.getByText(`已发布第 ${version} 版`, { exact: true }).waitFor()
    },
  }
}

test('an office person makes a letter of commitment, an insurance form with a branch and a questionnaire with repetitions by clicking, tries them in the preview, and publishes them', async () => {
  const phone = await campus.openPhone({
    width: 1280,
    height: 800,
    hasMouse: true,
    hasServiceWorker: false,
  })
  const { page } = phone
  await signIn(page, campus.origin, 'T5001')
  const { preview, begin, add, choose, publish } = editorOf(page)

  await begin('入学承诺书')
  await add('承诺与签名', '本人承诺遵守校规校纪')
  await page.getByLabel('还要手写签名').check()
  await preview.getByText('本人承诺遵守校规校纪').first().waitFor()
  await saveScreenshot(page, 'forms-commitment')
  await publish(1)

  await begin('城乡居民医保')
  await add('单项选择', '参保方式')
  await page.getByLabel('选项内容').fill('学校统一参保 | School\n已在家乡参保 | At home')
  await add('照片或图片', '参保凭证')
  await choose('什么时候显示', '根据另一题的回答')
  await choose('选项为', '已在家乡参保')
  await saveScreenshot(page, 'forms-insurance')
  await preview.getByText('参保方式').first().waitFor()
  expect(await preview.getByText('参保凭证').count()).toBe(0)
  await preview.getByRole('radio', { name: '已在家乡参保' }).check()
  await preview.getByText('参保凭证').first().waitFor()
  await publish(1)

  await begin('宿舍问卷')
  await add('可重复填写的分组', '家庭成员')
  await add('文字填写', '成员姓名', '在“家庭成员”中添加')
  await add('是或否', '是否抽烟')
  await preview.getByLabel('成员姓名').fill('王芳')
  await preview.getByRole('radio', { name: '否', exact: true }).check()
  await preview.getByRole('button', { name: '提交' }).click()
  await preview.getByRole('heading', { name: '提交后会这样保存' }).waitFor()
  await saveScreenshot(page, 'forms-questionnaire')
  await publish(1)

  await page.getByRole('button', { name: /^是否抽烟/ }).click()
  await page.getByLabel('题目文字', { exact: true }).fill('您是否抽烟')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('heading', { name: '会请学生重新回答' }).waitFor()
  await saveScreenshot(page, 'forms-publish')
  await page.getByRole('button', { name: '确认发布' }).click()
  await page.getByText('已发布第 2 版', { exact: true }).waitFor()
  const { db } = campus.backend
  const versions = await db
    .selectFrom('campus_form_version')
    .select(['version', 'definition'])
    .orderBy('published_at')
    .execute()
  expect(versions.map(({ version, definition }) => [definition.title.zh, version])).toEqual([
    ['入学承诺书', 1],
    ['城乡居民医保', 1],
    ['宿舍问卷', 1],
    ['宿舍问卷', 2],
  ])
  const edited = page.url()
  await page.getByRole('button', { name: '复制表单' }).dblclick()
  await page.getByText('已复制', { exact: false }).waitFor()
  await page.waitForURL((url) => url.href !== edited)
  const copies = await db.selectFrom('campus_form_draft').select('definition').execute()
  expect(
    copies.filter(({ definition }) => definition.title.zh === '宿舍问卷（副本）'),
  ).toHaveLength(1)
  await page.goto(edited)
  await page.getByRole('radio', { name: '设置' }).check({ force: true })
  await page.getByLabel('作为迎新步骤，出现在学生的首页').waitFor()
  await saveScreenshot(page, 'forms-settings')
  await page.getByRole('link', { name: '返回全部表单' }).click()
  await page.getByRole('link', { name: '宿舍问卷', exact: true }).waitFor()
  await saveScreenshot(page, 'forms-list')
  expectNoConsoleErrors(phone)

  const student = await campus.openPhone({ hasServiceWorker: false })
  await signIn(student.page, campus.origin, '990001')
  await openInChinese(student.page, `${campus.origin}/campusForms`)
  await student.page.getByRole('link', { name: /入学承诺书/ }).click()
  await student.page.getByText('本人承诺遵守校规校纪').first().waitFor()
  await saveScreenshot(student.page, 'forms-student')
  expectNoConsoleErrors(student)
})
