//! Fujian mahjong.
