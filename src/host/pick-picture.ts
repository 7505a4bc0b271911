import type { PickPictureResult } from './sdk-picture.ts'

/**
 * Pick one picture through the messaging app; the code for it travels only when somebody picks
 * there.
 */
export const pickPicture = (): Promise<PickPictureResult> =>
  import('./sdk-picture.ts').then(
    (picking) => picking.pickPicture(),
    () => ({ type: 'failed' }),
  )
