/** The id of this page's build: the folder of its scripts; '' if the page has no such script. */
export const readBuildId = (page: Document = document): string => {
  const script = page.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w-]+)\/[^/]+$/.exec(script?.src ?? '')?.[1] ?? ''
}
