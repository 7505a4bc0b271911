import { expect, test, vi } from 'vitest'
import { startPageSnapshots } from '#app/lib/snapshot/page-snapshots.ts'
import { readPageSnapshot } from '#offline/storage/page-snapshot'
import { bindStaffSession } from '../support/screens/bind-staff.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const kept = async () => (await readPageSnapshot('/', Date.now()))?.html

test('no page snapshot is stored while a style sheet has not loaded [HOME-12]', async () => {
  bindStaffSession('x')
  const root = document.createElement('div')
  root.innerHTML = '<h1 data-snapshot="keep">示例大学</h1>'
  document.body.append(root)
  // Chromium represents a file that did not load as a style sheet whose rules are inaccessible.
  const lost = Object.create(CSSStyleSheet.prototype, {
    href: { value: 'https://campus.example/assets/lost.css' },
    cssRules: {
      get() {
        throw new DOMException('Cannot access rules', 'SecurityError')
      },
    },
  })
  const sheets = vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(Object.assign([lost]))
  startPageSnapshots({ root, renderedPath: () => '/' })
  await waitUntil(() => expect(sheets).toHaveBeenCalled())
  expect(await kept()).toBeUndefined()
  sheets.mockRestore()
  root.append('')
  await waitUntil(async () => expect(await kept()).toContain('示例大学'))
})
