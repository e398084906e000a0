/** The check of a published folder on a disk, with the hashes of Node itself. */
import { nodeHasher, nodeSha256 } from '../store/node-hash.ts'
import { diskFolder } from './disk-folder.ts'
import { checkPublication, type FolderCheck, type FolderOptions } from './verify.ts'

/** As checkPublication: throws a UserError (EXIT.record) where there is no published folder. */
export const checkFolder = (
  folder: string,
  options: Omit<FolderOptions, 'sha256' | 'hasher'>,
): Promise<FolderCheck> =>
  checkPublication(diskFolder(folder), { ...options, sha256: nodeSha256, hasher: nodeHasher })
