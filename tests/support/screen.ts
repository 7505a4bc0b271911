/** What a role or a text is looked for by. */
export interface Named {
  readonly name?: string | RegExp
  readonly exact?: boolean
}

/** Roles that journeys ask for. */
export type Role =
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
interface Place {
  getByRole(role: Role, named?: Named): Spot
  getByLabel(text: string): Spot
  getByText(text: string | RegExp, how?: { readonly exact?: boolean }): Spot
  locator(selector: string): Spot
}

/** Something on a screen, looked for anew whenever it is used. */
export interface Spot extends Place {
  filter(by: { readonly hasText?: string | RegExp }): Spot
  or(other: Spot): Spot
  first(): Spot
  last(): Spot
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
export interface Screen extends Place {
  goto(address: string): Promise<unknown>
  reload(): Promise<unknown>
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>
  evaluate<Result>(run: (word: string) => Result | Promise<Result>, word: string): Promise<Result>
  waitForFunction(holds: () => unknown): Promise<unknown>
  waitForURL(address: string): Promise<void>
  content(): Promise<string>
  screenshot(to: { readonly path: string }): Promise<unknown>
}
