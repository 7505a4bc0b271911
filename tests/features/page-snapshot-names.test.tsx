import { basename } from 'node:path'
import {
  createRootRoute,
  createRouter,
  linkOptions,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { TodayLine, TodayLink } from '#app/features/home/today/TodayLink.tsx'
import { toStaticHtml } from '#app/lib/snapshot/static-html.ts'
import { Card } from '#app/ui/Card.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { TabBar } from '#app/ui/TabBar.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { readSourceFiles } from '../support/codebase/declared-names.ts'

function page(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

const router = createRouter({ routeTree: createRootRoute() })

/** The page snapshot of rendered elements, as an element and as visible text. */
function snapshotOf(children: ReactNode) {
  const { container } = render(
    <RouterContextProvider router={router}>{children}</RouterContextProvider>,
  )
  const seen = page(toStaticHtml(container) ?? '')
  return { seen, text: seen.textContent.replaceAll(/[\s\u2007\u2008\u3000]+/g, ' ').trim() }
}

test('a page snapshot of an unmarked new card keeps the names and replaces each value by empty space', () => {
  const { seen, text } = snapshotOf(
    <Card
      flush
      title="图书借阅"
      action={
        <>
          <TextButton>稍后再说</TextButton>
          <TextButton>全部 12 本</TextButton>
        </>
      }
    >
      <Row label="已借" value="高等数学" description="三天后到期" />
      <Row label="欠费" value="¥ 3.50" leading={<Pill tone="need">待缴费</Pill>} />
      <Row value="没有预约" trailing={<Pill tone="done">已还</Pill>} />
      <Row label="预约了 2 本" />
      <RowLink to="/schoolKnow" label="借书须知" description="已更新" />
      <TodayLink to="/searchcourse" above="今天到期" headline="线性代数" action="查看借阅">
        <TodayLine>还有 1 天</TodayLine>
      </TodayLink>
      <p>欠费已结清</p>
      <a href="/books">
        <span>3 本</span>我的书架<Pill tone="need">超期</Pill>
      </a>
    </Card>,
  )
  expect(text).toBe('图书借阅稍后再说 已借 欠费 借书须知 查看借阅 我的书架')
  // The names keep their roles, and no attribute contains a value.
  expect(seen.querySelector('a[href="/books"]')?.textContent).toContain('我的书架')
  expect(seen.querySelector('a[aria-label="查看借阅"]')?.getAttribute('href')).toBe('/searchcourse')
  expect(seen.innerHTML).not.toMatch(/\d 本|数学|到期|¥|缴费|预约|更新|代数|结清|超期|data-tone/)
})

test('of the features’ components only five mark names for the page snapshot', () => {
  const marking = readSourceFiles().flatMap(({ file, text }) =>
    file.startsWith('src/features/') && text.includes('data-snapshot') ? [basename(file)] : [],
  )
  // The account, the applications, a step and the week have names that no component of src/ui
  // shows.
  expect(marking.toSorted()).toEqual([
    'AccountHeader.tsx',
    'HomeAppItem.tsx',
    'HomeApps.tsx',
    'StepRow.tsx',
    'WeekPager.tsx',
  ])
})

test('in a page snapshot tabs keep their names and icons, and lose their counts', () => {
  const badge = { count: 3, label: '3 条未提交' }
  const items = [{ link: linkOptions({ to: '/outbox' }), icon: <svg />, label: '待提交', badge }]
  const { seen, text } = snapshotOf(<TabBar label="主要页面" items={items} />)
  expect(text).toBe('待提交')
  expect(seen.querySelector('[data-snapshot-blank] svg')).toBeNull()
  expect(seen.querySelector('svg')).not.toBeNull()
})

test('a page snapshot keeps a marked part, and drops the values beside that part', () => {
  const seen = toStaticHtml(
    page(`<header><h1>首页</h1><div role="status"><p>离线</p></div></header>
      <section class="card" aria-label="待缴费 ¥18,300"><b data-tone="need">待缴费</b> ¥18,300</section>
      <a data-snapshot="name" class="row" href="/grade" onclick="x()">5G 校园<i>未读</i></a>
      <div data-snapshot-until="9">第 3 节 <time>今天</time></div>`),
  )
  expect(seen).toContain('<h1>首页</h1>')
  expect(seen).toContain('<div role="status"><!--line--></div>'.replace(' role="status"', ''))
  expect(seen).toContain('<a class="row" href="/grade">5G 校园')
  expect(seen).toContain('<section class="card" data-snapshot-blank="">')
  expect(seen).toContain('第 3 节')
  expect(seen).not.toMatch(/缴费|18|未读|离线|need|onclick|今天/)
})

test('in a page snapshot a link’s text of the day is replaced by a text of the same width that says where it leads', () => {
  const told = (now: string, words: string) => {
    const root = page(
      `<div data-snapshot="keep">首页</div><a href="/fees"><b data-snapshot-link="${words}">${now}</b></a>`,
    )
    const link = page(toStaticHtml(root) ?? '').querySelector('a')
    expect(link?.getAttribute('aria-label')).toBe(words)
    return link?.querySelector('b')?.textContent
  }
  // A Chinese character is as wide as two digits.
  expect(told('¥ 18,300.00', '查看缴费')).toBe('查看缴费\u2008\u2007\u2007')
  expect(told('马克思主义基本原理', '查看课表')).toBe(`查看课表${'\u3000'.repeat(5)}`)
  expect(told('体育', '查看课表')).toBe('查看课表')
})

test('in a page snapshot buttons are disabled, and pictures that need the session have no source', () => {
  const seen = toStaticHtml(
    page('<div data-snapshot="keep"><button>打开</button><img src="/api/x"></div>'),
  )
  expect(seen).toBe('<div><button disabled="">打开</button><img data-snapshot-blank=""></div>')
  const beside = toStaticHtml(page('<p data-snapshot="keep">课表</p><button>付 3 元</button>'))
  expect(beside).toContain(
    '<button data-snapshot-blank="" disabled="" aria-hidden="true">\u3000 \u2007 \u3000</button>',
  )
})

test('no page snapshot is taken of a page without names, nor while a dialog is open', () => {
  expect(toStaticHtml(page('<p>余额 ¥3</p>'))).toBeUndefined()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  expect(toStaticHtml(page('<p data-snapshot="keep">首页</p>'))).toBeUndefined()
  dialog.remove()
})

test('a page snapshot contains no letter or digit of a text that is not a name', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (beside, label) => {
      const root = page('<div><p></p><p data-snapshot="keep">首页</p></div>')
      const [first] = root.querySelectorAll('p')
      first?.append(beside)
      first?.setAttribute('aria-label', label)
      const blank = page(toStaticHtml(root) ?? '').querySelector('p')
      expect(blank?.textContent?.replaceAll(/[\s\u2007\u3000]/g, '')).toBe('')
      expect(blank?.getAttributeNames()).toEqual(['data-snapshot-blank'])
    }),
  )
})
