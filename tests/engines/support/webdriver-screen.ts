import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as v from 'valibot'
import type { RoleOptions, Screen, ScreenLocator } from '../../support/browser/screen.ts'
import { waitUntil } from '../../support/setup/wait-until.ts'
import { type Driver, type DriverElement, parseElements } from './driver.ts'
import { locateElements, type LocatorPath, type TextPattern } from './locate-elements.ts'

/**
 * Create a screen for a browser that only speaks WebDriver, which waits and clicks as Playwright
 * does.
 */
export function createWebDriverScreen(driver: Driver): Screen {
  const look = looker(driver)
  return {
    ...place(look, []),
    goto: driver.goto,
    reload: driver.reload,
    evaluate: <Result>(run: (word: string) => Result | Promise<Result>, word = '') =>
      driver.run(String(run), [word]) as Promise<Result>,
    waitForFunction: (holds) =>
      waitUntil(async () => {
        if (!(await driver.run(String(holds), []))) throw new Error(`Never: ${String(holds)}`)
      }),
    waitForURL: (address) =>
      waitUntil(async () => {
        const now = await driver.run('() => location.href', [])
        if (now !== address) throw new Error(`At ${String(now)}, not at ${address}`)
      }),
    content: async () =>
      v.parse(v.string(), await driver.run('() => document.documentElement.outerHTML', [])),
    screenshot: async ({ path }) => writeFile(path, await driver.screenshot()),
  }
}

type Look = ReturnType<typeof looker>

function looker(driver: Driver) {
  /** Run a function in the page with all elements that the path currently matches. */
  const at = async (path: LocatorPath, what: string, ...args: unknown[]): Promise<unknown> => {
    const script = `(path, ...args) => globalThis.TestingLibraryDom === undefined ? 'no library'
      : [(${what})((${String(locateElements)})(path, TestingLibraryDom), ...args)]`
    const said = await driver.run(script, [path, ...args])
    if (said !== 'no library') return v.parse(v.tuple([v.unknown()]), said)[0]
    await driver.run(`() => { ${await library} }`, [])
    return at(path, what, ...args)
  }
  /** Returns the only visible element that the path matches, or throws. */
  const only = async (path: LocatorPath): Promise<DriverElement> => {
    const found = parseElements(await at(path, `(all) => all.filter(${isSeen})`))
    const [element] = found
    if (element === undefined || found.length > 1)
      throw new Error(`${found.length} of ${JSON.stringify(path)}`)
    return element
  }
  return { driver, at, only }
}

const isSeen = String((one: HTMLElement) => one.checkVisibility({ visibilityProperty: true }))

function place(look: Look, path: LocatorPath) {
  const on = (...more: LocatorPath) => spot(look, [...path, ...more])
  return {
    getByRole: (
      role: Parameters<Screen['getByRole']>[0],
      { name, exact = false }: RoleOptions = {},
    ) => on({ type: 'role', role, exact, ...(name !== undefined && { name: sent(name) }) }),
    getByLabel: (text: string) => on({ type: 'label', text }),
    getByText: (text: string | RegExp, { exact = false } = {}) =>
      on({ type: 'text', text: sent(text), exact }),
    locator: (selector: string) => on({ type: 'css', selector }),
  }
}

const paths = new WeakMap<ScreenLocator, LocatorPath>()

function spot(look: Look, path: LocatorPath): ScreenLocator {
  const { driver, at, only } = look
  const act = (how: (element: DriverElement) => Promise<unknown>) =>
    waitUntil(async () => void (await how(await only(path))))
  const ask = (what: string) => waitUntil(async () => driver.run(what, [await only(path)]))
  const all = async (what: (all: HTMLElement[]) => unknown) => at(path, String(what))
  const on = (...more: LocatorPath) => spot(look, [...path, ...more])
  const count = async () => v.parse(v.number(), await all((found) => found.length))
  const isVisible = async () =>
    parseElements(await at(path, `(all) => all.filter(${isSeen})`)).length > 0
  const made: ScreenLocator = {
    ...place(look, path),
    filter: ({ hasText }) =>
      hasText === undefined ? made : on({ type: 'has-text', text: sent(hasText) }),
    or: (other) => on({ type: 'or', path: paths.get(other) ?? [] }),
    first: () => on({ type: 'first' }),
    last: () => on({ type: 'last' }),
    // The driver only scrolls the element into the window, where a bar could cover it. In the
    // middle of the window nothing does.
    click: () =>
      act(async (element) => {
        await driver.run("(one) => one.scrollIntoView({ block: 'center' })", [element])
        await driver.click(element)
      }),
    check: () =>
      act(async (element) => {
        // A hidden control is clicked on its label.
        const aim = await driver.run('(one) => one.checked ? [] : [one.labels?.[0] ?? one]', [
          element,
        ])
        for (const one of parseElements(aim)) await driver.click(one)
      }),
    fill: (text) => act((element) => driver.run(String(writeInto), [element, text])),
    selectOption: ({ index }) => act((element) => driver.run(String(choose), [element, index])),
    waitFor: ({ state = 'visible' } = {}) =>
      waitUntil(async () => {
        if ((await isVisible()) !== (state === 'visible'))
          throw new Error(`Not ${state}: ${JSON.stringify(path)}`)
      }),
    count,
    isVisible,
    innerText: async () => v.parse(v.string(), await ask('(one) => one.innerText')),
    inputValue: async () => v.parse(v.string(), await ask('(one) => one.value')),
    allTextContents: async () =>
      v.parse(v.array(v.string()), await all((found) => found.map((one) => one.textContent))),
  }
  paths.set(made, path)
  return made
}

const sent = (words: string | RegExp): TextPattern =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags }

/**
 * Runs in the page: sets a field's value by the prototype's setter, since React does not notice a
 * value that is set by its own setter on the element.
 */
function writeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.matches(':disabled')) throw new Error('The field is closed')
  field.focus()
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Runs in the page: selects an option of a select element. */
function choose(field: HTMLSelectElement, index: number): void {
  field.selectedIndex = index
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

const library = readFile(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)
