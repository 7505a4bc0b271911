import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toStaticHtml } from '#app/lib/snapshot/static-html.ts'

function page(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

test('a snapshot keeps only marked text, and none that may no longer be true', () => {
  const seen = toStaticHtml(
    page(`<header><h1 data-snapshot="keep">首页</h1><div role="status"><p>离线</p></div></header>
      <section class="card" aria-label="待缴费 ¥18,300"><b data-tone="need">待缴费</b> ¥18,300</section>
      <a data-snapshot="keep" class="row" href="/grade" onclick="x()">成绩<i data-snapshot="drop">3 条未读</i></a>`),
  )
  expect(seen).toContain('<h1>首页</h1>')
  expect(seen).toContain('<div role="status"><!--line--></div>'.replace(' role="status"', ''))
  expect(seen).toContain('<a class="row" href="/grade">成绩')
  expect(seen).toContain('<section class="card" data-snapshot-blank="">')
  expect(seen).not.toMatch(/缴费|18|未读|3|离线|need|onclick/)
})

test('a link with text of the day says where it leads, in the same space', () => {
  const told = (now: string, words: string) => {
    const root = page(
      `<div data-snapshot="keep">首页</div><a href="/fees"><b data-snapshot-link="${words}">${now}</b></a>`,
    )
    const link = page(toStaticHtml(root) ?? '').querySelector('a')
    expect(link?.getAttribute('aria-label')).toBe(words)
    return link?.querySelector('b')?.textContent
  }
  // A Chinese character of 查看缴费 is as wide as two digits.
  expect(told('¥ 18,300.00', '查看缴费')).toBe('查看缴费\u2008\u2007\u2007')
  expect(told('马克思主义基本原理', '查看课表')).toBe(`查看课表${'\u3000'.repeat(5)}`)
  expect(told('体育', '查看课表')).toBe('查看课表')
})

test('a button without its listener says so, and a picture that needs the session is not loaded', () => {
  const seen = toStaticHtml(
    page('<div data-snapshot="keep"><button>打开</button><img src="/api/x"></div>'),
  )
  expect(seen).toBe('<div><button disabled="">打开</button><img data-snapshot-blank=""></div>')
  const beside = toStaticHtml(page('<p data-snapshot="keep">课表</p><button>打开</button>'))
  expect(beside).toContain(
    '<button data-snapshot-blank="" disabled="" aria-hidden="true">\u3000\u3000</button>',
  )
})

test('no snapshot is taken of a page without marks, nor while a dialog is open', () => {
  expect(toStaticHtml(page('<p>余额 ¥3</p>'))).toBeUndefined()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  expect(toStaticHtml(page('<p data-snapshot="keep">首页</p>'))).toBeUndefined()
  dialog.remove()
})

test('no unmarked letter or number is in the snapshot', () => {
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
