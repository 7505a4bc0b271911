/** What a role or a text is looked for by. */
export interface RoleOptions {
  readonly name?: string | RegExp
  readonly exact?: boolean
}

/** Roles that journeys ask for. */
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

/** Where things are looked for, as a person does: by role and name, by label, by what is read. */
interface LocatorScope {
  getByRole(role: ScreenRole, named?: RoleOptions): ScreenLocator
  getByLabel(text: string): ScreenLocator
  getByText(text: string | RegExp, how?: { readonly exact?: boolean }): ScreenLocator
  locator(selector: string): ScreenLocator
}

/** Something on a screen, looked for anew whenever it is used. */
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
 * A page as journeys use it, whichever engine draws it: so much of Playwright's `Page` as the
 * driver of an engine that Playwright does not drive can do as well.
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
