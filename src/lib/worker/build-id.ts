/** Which build this page is of: the folder of its scripts. */
export const readBuildId = (page: Document = document): string => {
  const script = page.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w-]+)\/[^/]+$/.exec(script?.src ?? '')?.[1] ?? ''
}
