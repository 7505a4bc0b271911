/**
 * Which build this page is of: what the build has put into the name of its last script. The ones
 * before it are parts that many builds share; the last names them all.
 */
export const buildName = (page: Document = document): string => {
  const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[type=module][src]')]
  return /-([\w-]{8})\.js$/.exec(scripts.at(-1)?.src ?? '')?.[1] ?? ''
}
