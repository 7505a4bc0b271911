import type { PickPictureResult } from './sdk-picture.ts'

/** Picks one picture through the messaging app; the code is loaded on demand. Never rejects. */
export const pickPicture = (): Promise<PickPictureResult> =>
  import('./sdk-picture.ts').then(
    (picking) => picking.pickPicture(),
    () => ({ type: 'failed' }),
  )
