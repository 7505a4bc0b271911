/** Options for locating an element by its role. */
export interface RoleOptions {
  readonly name?: string | RegExp
  readonly exact?: boolean
}

/** The ARIA roles that test journeys locate. */
export type ScreenRole =
  | 'alert'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'group'
  | 'heading'
  | 'link'
  | 'listitem'
  | 'navigation'
  | 'radio'
  | 'region'
  | 'tab'
  | 'table'
  | 'textbox'

/** The part of a page in which elements are located, by role, label, text or selector. */
interface LocatorScope {
  getByRole(role: ScreenRole, named?: RoleOptions): ScreenLocator
  getByLabel(text: string): ScreenLocator
  getByText(text: string | RegExp, how?: { readonly exact?: boolean }): ScreenLocator
  locator(selector: string): ScreenLocator
}

/** A locator of elements on a screen, evaluated at each use. */
export interface ScreenLocator extends LocatorScope {
  filter(by: { readonly hasText?: string | RegExp }): ScreenLocator
  or(other: ScreenLocator): ScreenLocator
  first(): ScreenLocator
  last(): ScreenLocator
  click(): Promise<void>
  check(): Promise<void>
  fill(text: string): Promise<void>
  selectOption(option: { readonly index: number }): Promise<unknown>
  waitFor(until?: { readonly state?: 'visible' | 'hidden' }): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  innerText(): Promise<string>
  inputValue(): Promise<string>
  allTextContents(): Promise<string[]>
}

/**
 * The page of a test journey, in any engine: the part of Playwright's `Page` that can also be
 * implemented with WebDriver, for an engine that Playwright does not drive.
 */
export interface Screen extends LocatorScope {
  goto(address: string): Promise<unknown>
  reload(): Promise<unknown>
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>
  evaluate<Result>(run: (word: string) => Result | Promise<Result>, word: string): Promise<Result>
  waitForFunction(holds: () => unknown): Promise<unknown>
  waitForURL(address: string): Promise<void>
  content(): Promise<string>
  screenshot(to: { readonly path: string }): Promise<unknown>
}
