/** The public API of the picture-picking feature; other features import nothing else from this folder. */
export { AddPictureTile } from './AddPictureTile.tsx'
