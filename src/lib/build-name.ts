/** Which build this page is of: what the build has put into the name of its first script. */
export const buildName = (): string =>
  /-([\w-]{8})\.js$/.exec(
    document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '',
  )?.[1] ?? ''
