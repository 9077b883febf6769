import { describe, expect, it } from 'vitest';
import { findCode, routeOf, typedCode } from './routes';

describe('a code', () => {
  it.each([
    ['K7Q2XM', 'K7Q2XM'],
    [' k7q2xm ', 'K7Q2XM'],
    ['https://sanjin.example/r/K7Q2XM', 'K7Q2XM'],
    ['https://sanjin.example/watch/k7q2xm?from=chat#x', 'K7Q2XM'],
    ['Play with me: https://sanjin.example/r/K7Q2XM', 'K7Q2XM'],
  ])('is found in %j', (text, code) => {
    expect(findCode(text)).toBe(code);
  });

  it.each(['', 'K7Q2X', 'K7Q2XMM', 'K7Q2X0', 'KIQ2XM', 'https://sanjin.example/'])('is not found in %j', (text) => {
    expect(findCode(text)).toBeUndefined();
  });

  it.each([
    ['k7', 'K7'],
    ['k7-q2 x', 'K7Q2X'],
    ['KIO0Q', 'KQ'],
    ['K7Q2XMM', 'K7Q2XM'],
    ['https://sanjin.example/r/k7q2xm', 'K7Q2XM'],
    ['https://sanjin.example/r/', 'https://sanjin.example/r/'],
  ])('that is typed as %j is read as %j', (text, code) => {
    expect(typedCode(text)).toBe(code);
  });
});

describe('an address', () => {
  it.each([
    ['/', { screen: 'lobby' }],
    ['/r/k7q2xm', { screen: 'room', code: 'K7Q2XM' }],
    ['/t/K7Q2XM', { screen: 'table', code: 'K7Q2XM' }],
    ['/watch/K7Q2XM/', { screen: 'watch', code: 'K7Q2XM' }],
    ['/settings', { screen: 'settings' }],
    ['/learn', { screen: 'learn' }],
    ['/watch', { screen: 'live' }],
    ['/history', { screen: 'history' }],
    ['/admin', { screen: 'admin' }],
    ['/score', { screen: 'score' }],
    ['/board', { screen: 'ranking' }],
    ['/league/3', { screen: 'league', id: '3' }],
    ['/league/autumn', { screen: 'missing' }],
    ['/p/p-7k3m9x2q4d8f', { screen: 'player', id: 'p-7k3m9x2q4d8f' }],
    ['/p/%E7%BE%8E%20Mei', { screen: 'player', id: '美 Mei' }],
    ['/p/%E7', { screen: 'missing' }],
    ['/p', { screen: 'missing' }],
    ['/score/r17', { screen: 'board', id: 'r17' }],
    ['/score/k0123456789abcdef', { screen: 'sheet', key: 'k0123456789abcdef' }],
    ['/score/17', { screen: 'missing' }],
    ['/score/r17/more', { screen: 'missing' }],
    ['/g/12-1', { screen: 'game', id: '12-1' }],
    ['/g/12-1/h/3', { screen: 'replay', id: '12-1', hand: 3, step: 0 }],
    ['/g/12-1/h/3/s/40', { screen: 'replay', id: '12-1', hand: 3, step: 40 }],
    ['/g/12-1/h/last', { screen: 'replay', id: '12-1', hand: 'last', step: 0 }],
    ['/g/r17', { screen: 'board', id: 'r17' }],
    ['/g/r17/h/3', { screen: 'missing' }],
    ['/g/12', { screen: 'missing' }],
    ['/g/12-1/h/x', { screen: 'missing' }],
    ['/g/12-1/h/3/s/40/more', { screen: 'missing' }],
    ['/admin/rooms', { screen: 'missing' }],
    ['/r', { screen: 'missing' }],
    ['/r/short', { screen: 'missing' }],
    ['/t/K7Q2XM/more', { screen: 'missing' }],
    ['/nothing', { screen: 'missing' }],
  ])('%s stands for its screen', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });
});
