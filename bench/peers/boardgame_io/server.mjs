/**
 * boardgame.io's own server. It keeps matches in memory, or in files when FLATFILE_DIR names a folder, which is the
 * switch its documentation describes.
 */
import { createRequire } from 'node:module';
import { MauMau } from './game.mjs';

const { Server } = createRequire(import.meta.url)('boardgame.io/server');
const server = Server({ games: [MauMau], origins: false });
const { appServer } = await server.run({ port: { host: '127.0.0.1', port: Number(process.argv[2] ?? 0) } });
console.log(`ready ${appServer.address().port}`);
